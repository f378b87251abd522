import type { Ctx } from '../../ctx.ts';

/** Whom a passkey is made for and answers to: PUBLIC_URL, whatever host a request names. */
export function relyingParty({ config }: Ctx): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.public_url);
  return { id: hostname, origin };
}

/** The user's handle in a passkey: the bytes of the id, which name nobody. */
export const userHandle = (user_id: string) => new Uint8Array(Buffer.from(user_id.replaceAll('-', ''), 'hex'));
