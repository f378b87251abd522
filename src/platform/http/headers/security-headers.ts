declare module 'hono' {
  interface ContextVariableMap {
    nonce: string;
    /** Security headers of this response. */
    headers: Record<string, string>;
    /** The response already has them. */
    enveloped?: boolean;
    /** Pattern of the page that answered. */
    route?: string;
  }
}

interface HeaderOptions {
  /** null: no script at all. */
  nonce: string | null;
  secure: boolean;
  /** Whether every host below this one is served over TLS, too. */
  subdomains: boolean;
  development: boolean;
  /** Origin of an external socket server that pages connect to. */
  sockets: string | null;
}

/** Headers of every response, errors and files included. HSTS only when the shop is served over TLS. */
export function securityHeaders({
  nonce,
  secure,
  subdomains,
  development,
  sockets,
}: HeaderOptions): Record<string, string> {
  return {
    'content-security-policy': [
      "default-src 'self'",
      nonce ? `script-src 'self' 'nonce-${nonce}'` : "script-src 'none'",
      // The development server inlines styles into the page.
      development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
      "img-src 'self' data:",
      `connect-src 'self'${sockets ? ` ${sockets}` : ''}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
    ...(secure && { 'strict-transport-security': `max-age=63072000${subdomains ? '; includeSubDomains' : ''}` }),
  };
}
