import type { Hono } from 'hono';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Ctx } from '#features/ctx.ts';

const POLICY_PATH = '/.well-known/security-policy.txt';
const VALID_MS = 180 * DAY_MS;
const headers = { 'cache-control': 'public, max-age=86400' };

/** Says where to report a vulnerability (RFC 9116) and what the shop promises to whoever does, where SECURITY_CONTACT is set. */
export function mountSecurityContact(app: Hono, { config, clock }: Pick<Ctx, 'config' | 'clock'>): void {
  const { security_contact: contact, public_url } = config;
  if (contact === null) return;
  app.get('/.well-known/security.txt', (c) => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(clock.now().getTime() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en, de, es',
      `Canonical: ${new URL('/.well-known/security.txt', public_url)}`,
      `Policy: ${new URL(POLICY_PATH, public_url)}`,
      '',
    ];
    return c.text(lines.join('\n'), 200, headers);
  });
  app.get(POLICY_PATH, (c) => c.text(policyOf(contact), 200, headers));
}

const policyOf = (contact: string) => `How to report a vulnerability

Write to ${contact}. Say what you found, how to repeat it, and what somebody could do with it.

What we promise
- We answer within three working days and tell you at least every two weeks how far we are.
- We fix what endangers money, codes or personal data before anything else, and tell you when it is done.
- We take no legal steps against anybody who keeps to these rules, and name you if you like.

What we ask
- Use accounts of your own. Don't read, change or take what belongs to others; stop and write to us once you could.
- Don't disturb the shop: no floods of requests, no mails or tickets to other people, nothing against people or premises.
- Give us 90 days before you publish, or until the fix is out if that is sooner.
`;
