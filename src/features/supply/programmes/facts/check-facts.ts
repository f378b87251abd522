import type { z } from 'zod';
import { programmeFacts } from '#contracts/supply/programme-facts.ts';
import { textFieldsOf, textsAt } from '#contracts/surface.ts';
import { message } from '#i18n/message.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { fiatReference } from '../../../coins/rates/samples/fiat-reference.ts';
import type { Ctx } from '../../../ctx.ts';
import { refuseEmbargoed } from '../../../customers/sanctions/refuse-embargoed.ts';
import { checkFormat } from '../../../oversight/import-guard/check-format.ts';
import type { Rule } from '../../../oversight/import-guard/scan/rule.ts';
import { scanText } from '../../../oversight/import-guard/scan/scan-text.ts';
import { exceedsFaceLimit, MAX_FACE_USD_CENTS } from './face-limit.ts';
import { hostOfLink } from './link-host.ts';
import { linkHostRefusal } from './require-link-host.ts';

type Facts = z.output<typeof programmeFacts>;

/** What no schema can say of a programme: the guard's rules, L3, L11, and the hosts of its adapter and claim links. */
export async function checkFacts(ctx: Ctx, facts: Facts): Promise<void> {
  const rule = checkFormat(facts.code_format, facts.network);
  if (rule) throw invalidField('code_format', refusalOf(rule));
  refuseTerms(facts);
  const elsewhere = linkHostRefusal(ctx, facts);
  if (elsewhere) throw invalidField('code_format', elsewhere);
  refuseTexts(facts);
  refuseCountries(facts);
  await refuseEmbargoed(ctx.sql, { issuer_country: facts.issuer_country, country: facts.country });
  refuseFunds(facts);
  refuseAdapter(ctx, facts);
  await refuseFaces(ctx, facts);
}

// Claim links and published keys are judged by its host (P14), so approvers and buyers must read the one that browsers do.
function refuseTerms({ terms_url }: Facts): void {
  if (hostOfLink(terms_url) === null) throw invalidField('terms_url', message('programme.terms_plain'));
}

export const refusalOf = (rule: Rule) => message('rule.refused', { rule, what: message(`rule.${rule}`) });

/** The pipeline scans what comes through a call; this is for the command line, too. */
function refuseTexts(facts: Facts): void {
  for (const { path, surface } of textFieldsOf(programmeFacts)) {
    if (!surface || surface === 'shaped' || surface === 'unstored') continue;
    for (const text of textsAt(facts, path)) {
      const finding = scanText(text, surface);
      if (finding) throw invalidField(path[0]!, refusalOf(finding.rule));
    }
  }
}

function refuseCountries({ country, other_countries }: Facts): void {
  if (other_countries.includes(country)) throw invalidField('other_countries', message('programme.country_twice'));
}

// L11 (Reg E, 12 CFR 1005.20): what a US card may not do with its holder's money.
const US_FUNDS_MONTHS = 60;
const US_IDLE_MONTHS = 12;

function refuseFunds({ country, other_countries, funds: { expire_after_months, dormancy_fee } }: Facts): void {
  if (![country, ...other_countries].includes('US')) return;
  if (expire_after_months !== null && expire_after_months < US_FUNDS_MONTHS)
    throw invalidField('funds', message('programme.funds_end_us', { rule: 'L11', months: US_FUNDS_MONTHS }));
  if (dormancy_fee && dormancy_fee.after_months < US_IDLE_MONTHS)
    throw invalidField('funds', message('programme.fee_us', { rule: 'L11', months: US_IDLE_MONTHS }));
}

// P4: the shop asks only hosts that its operator named, and never an address that a proposer made up.
function refuseAdapter({ config }: Ctx, { adapter_url }: Facts): void {
  if (adapter_url === null) return;
  const { hostname, username, password, port } = new URL(adapter_url);
  if (username || password || port || !config.issuer_hosts.has(hostname))
    throw invalidField('adapter_url', message('programme.adapter_host', { host: hostname }));
}

/** L3, by the shop's own rate: face values of another currency are judged in dollars. */
async function refuseFaces(ctx: Ctx, { currency, face_values_cents, face_range }: Facts): Promise<void> {
  if (face_values_cents.length === 0 && face_range === null)
    throw invalidField('face_values_cents', message('programme.no_faces'));
  const rate = await fiatReference(ctx, ctx.sql, currency, ctx.clock.now());
  const limit = message('programme.face_limit', { limit: { cents: MAX_FACE_USD_CENTS } });
  if (face_values_cents.some((cents) => exceedsFaceLimit(cents, rate))) throw invalidField('face_values_cents', limit);
  if (face_range && exceedsFaceLimit(face_range.max_cents, rate)) throw invalidField('face_range', limit);
}

/** Refuses a name that an active or proposed programme has, or an open version of another one asks for. */
export async function refuseName(ctx: Ctx, name: string, programme_id: string | null): Promise<void> {
  const [taken] = await ctx.sql`
    select 1 from programmes
    where name = ${name} and state in ('proposed', 'active', 'suspended') and id is distinct from ${programme_id}
    union all
    select 1 from programme_versions
    where facts ->> 'name' = ${name} and state = 'proposed' and programme_id is distinct from ${programme_id}`;
  if (taken) throw invalidField('name', message('programme.name_taken'));
}

/** A programme that people may still work with. */
export function requireOpen(state: string): void {
  if (state !== 'active' && state !== 'suspended') throw new AppError('conflict', message('programme.not_in_force'));
}
