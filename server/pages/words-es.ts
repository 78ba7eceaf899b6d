import { limits } from "../../contract/limits.ts";
import type { wordsEn } from "./words-en.ts";

export const wordsEs: typeof wordsEn = {
  signIn: "Iniciar sesión",
  name: "Nombre de usuario",
  password: "Contraseña",
  newPassword: "Nueva contraseña",
  passwordHint: `Al menos ${limits.shortestPassword} caracteres. Varias palabras se recuerdan mejor que los símbolos.`,
  code: "Código de tu app de autenticación",
  forgot: "¿Olvidaste tu contraseña?",
  forgotTitle: "Nueva contraseña",
  forgotHint: "Si tu usuario tiene un correo asociado, te enviaremos un enlace para crear una nueva contraseña.",
  sendLink: "Enviar el enlace",
  linkSent: "Si este usuario tiene un correo asociado, el enlace está en camino. Es válido durante un día.",
  backToSignIn: "Volver al inicio de sesión",
  byPasskey: "Usar una llave de acceso",
  acceptByPasskey: "Llave de acceso en vez de contraseña",
  passkey: "Llave de acceso",
  firstUser: "Primer usuario",
  firstUserHint: "Esta persona lo administra todo y puede invitar a otras.",
  create: "Crear e iniciar sesión",
  invitation: (shop) => `Te damos la bienvenida a ${shop}`,
  invitedBy: ({ by, name }) => `${by} te invita a trabajar en el catálogo. Tu nombre de usuario es ${name}.`,
  accept: "Crear contraseña e iniciar sesión",
  reset: "Nueva contraseña",
  resetHint: (name) => `Crea una nueva contraseña para ${name}. Se cerrarán todas las sesiones abiertas.`,
  save: "Guardar contraseña",
  linkGone: "Este enlace no funciona",
  toCatalog: "Ir al catálogo",
  requestId: "Número de la solicitud:",
  seconds: { one: "segundo", other: "segundos" },
  errors: {
    missing: {
      title: "Aquí no hay nada",
      text: "Puede que la dirección esté mal escrita o que la página ya no exista.",
    },
    signIn: {
      title: "No se pudo iniciar sesión",
      text: "Tardó demasiado o no tienes una cuenta aquí. Inténtalo de nuevo o consulta a un administrador.",
    },
    busy: {
      title: "El servicio no puede responder en este momento",
      text: "Espera un momento y vuelve a cargar la página.",
    },
    broken: {
      title: "Algo salió mal",
      text: "No es culpa tuya. Inténtalo de nuevo. Si persiste, da el número de abajo a quien gestiona el servicio.",
    },
    refused: {
      title: "Esto no es posible",
      text: "El servicio no acepta esta solicitud. Quien lo gestiona puede encontrarla con el número de abajo.",
    },
  },
  faults: {
    link_not_valid: "Ya se usó, se revocó, caducó o está incompleto. Pide uno nuevo.",
    sign_in_failed: "El usuario, la contraseña o el código no son correctos.",
    first_user_failed: "El enlace ya no funciona. Reinicia el servicio para obtener uno nuevo.",
    weak_password: `Fácil de adivinar. Usa ${limits.shortestPassword} caracteres o más, y evita contraseñas comunes.`,
    invalid_body: "El nombre de usuario solo admite letras, cifras y . _ @ + -, y empieza por una letra o una cifra.",
    id_taken: "Otra persona ya tiene este nombre de usuario.",
    rate_limited: (wait) => `Demasiados intentos. Inténtalo de nuevo en ${wait}.`,
    passkey_failed: "La llave de acceso no funcionó. Inténtalo de nuevo o usa tu contraseña.",
    route_not_found: "Este servicio no envía correos. Pide un enlace a un administrador.",
    unreachable: "No hay conexión con el servicio.",
    failed: "No funcionó. Inténtalo de nuevo o consulta a un administrador.",
  },
  mails: {
    invitation: ({ shop, name, by, url, until }) => ({
      subject: `Invitación a ${shop}`,
      text: `Hola:

${by} te invita a trabajar en el catálogo de ${shop}. Tu nombre de usuario es ${name}.

Abre este enlace para crear una contraseña e iniciar sesión:

${url}

El enlace sirve una sola vez, hasta el ${until}. Si no lo esperabas, puedes ignorar este correo.
`,
    }),
    reset: ({ shop, name, url, until }) => ({
      subject: `Nueva contraseña para ${shop}`,
      text: `Hola:

Con este enlace puedes crear una nueva contraseña para ${name} en ${shop}:

${url}

El enlace sirve una sola vez, hasta el ${until}. Si no lo pediste, puedes ignorar este correo: tu contraseña no cambia.
`,
    }),
  },
};
