import { expect, test } from "bun:test";
import { cutPosition, focalPointOf, takesFocalPoint, withFocalPoint, withoutFocalPoint } from "./focal-point.ts";

const stored = `https://shop.example/uploads/${"ab".repeat(32)}.jpg`;

test("the point is in the address of the picture, and the centre needs no parameters", () => {
  const moved = withFocalPoint(stored, { x: 0.314, y: 0.7 });
  expect(moved).toBe(`${stored}?fx=0.31&fy=0.7`);
  expect(focalPointOf(moved)).toEqual({ x: 0.31, y: 0.7 });
  expect(withFocalPoint(moved, { x: 0.5, y: 0.5 })).toBe(stored);
  expect(withFocalPoint(stored, { x: -3, y: 9 })).toBe(`${stored}?fx=0&fy=1`);
});

test("other parameters of the address stay", () => {
  expect(withFocalPoint(`${stored}?w=320&fx=0.1`, { x: 0.2, y: 0.5 })).toBe(`${stored}?w=320&fx=0.2&fy=0.5`);
  expect(withFocalPoint(`${stored}?w=320&fx=0.1`, { x: 0.5, y: 0.5 })).toBe(`${stored}?w=320`);
});

test("a value that is not a number from 0 to 1 means the centre", () => {
  expect(focalPointOf(`${stored}?fx=7&fy=none`)).toEqual({ x: 0.5, y: 0.5 });
  expect(focalPointOf(`${stored}?fx=&fy=0`)).toEqual({ x: 0.5, y: 0 });
});

test("only pictures of the service can have a point", () => {
  expect(takesFocalPoint(stored)).toBe(true);
  expect(takesFocalPoint(`/uploads/${"0".repeat(64)}.webp?fx=0.1&fy=0.2`)).toBe(true);
  expect(takesFocalPoint("https://cdn.example/phone.jpg?signature=x")).toBe(false);
  expect(focalPointOf("https://cdn.example/phone.jpg?fx=0.1")).toEqual({ x: 0.5, y: 0.5 });
});

test("without its point a picture has one address, and foreign addresses are not changed", () => {
  expect(withoutFocalPoint(`${stored}?fx=0.1&fy=0.2`)).toBe(stored);
  const foreign = "https://cdn.example/phone.jpg?fx=0.1&b=%20";
  expect(withoutFocalPoint(foreign)).toBe(foreign);
});

test("a preview crops in the same steps as the service", () => {
  expect(cutPosition({ x: 0.24, y: 0.96 })).toBe("20% 100%");
});
