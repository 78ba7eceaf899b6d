declare module "swagger-ui-dist" {
  export function absolutePath(): string;
}
