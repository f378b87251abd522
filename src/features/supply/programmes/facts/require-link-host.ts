import { type Message, message } from '#i18n/message.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import type { CodeFormat } from '../../../oversight/import-guard/masks/format.ts';
import { fitsIssuer, hostOfLink, linkHostOf } from './link-host.ts';

export interface Linked {
  terms_url: string;
  code_format: CodeFormat;
}

/** The refusal of a programme whose claim links lead elsewhere than to its issuer (P14), if it is one. */
export function linkHostRefusal({ config }: Pick<Ctx, 'config'>, { terms_url, code_format }: Linked): Message | null {
  const host = linkHostOf(code_format.code);
  if (host === null || fitsIssuer(config.issuer_hosts, { terms_url, host })) return null;
  return message('programme.link_host', { host });
}

/** Refuses work on a programme whose links don't fit any more: the operator's list may have changed, or it is of an earlier release. */
export function requireLinkHost(ctx: Pick<Ctx, 'config'>, programme: Linked): void {
  const refusal = linkHostRefusal(ctx, programme);
  if (refusal) throw new AppError('conflict', refusal);
}

/** Refuses an approver who types another host than buyers would be sent to. */
export function requireTypedHost({ code_format }: Linked, typed = ''): void {
  const host = linkHostOf(code_format.code);
  if (host !== null && typed !== host) throw invalidField('link_host', message('programme.link_host_typed'));
}

/**
 * Refuses to show a claim link that leads elsewhere than to its issuer, by today's list and the terms of any version that
 * was in force: the link may be older than the programme's present mask.
 */
export async function requireIssuerLink(
  ctx: Pick<Ctx, 'config' | 'sql' | 'log'>,
  { programme_id, url }: { programme_id: string; url: string | null },
): Promise<void> {
  if (url === null) return;
  const host = hostOfLink(url);
  const versions = await ctx.sql<{ terms_url: string }[]>`
    select terms_url from programmes where id = ${programme_id}
    union select facts ->> 'terms_url' from programme_versions
    where programme_id = ${programme_id} and state in ('active', 'superseded')`;
  const fits = ({ terms_url }: { terms_url: string }) =>
    host !== null && fitsIssuer(ctx.config.issuer_hosts, { terms_url, host });
  if (versions.some(fits)) return;
  ctx.log.error({ programme_id }, "a claim link leads to a host that isn't its issuer's");
  throw new AppError('conflict', message('order.link_host'));
}
