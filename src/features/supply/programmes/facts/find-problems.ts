import type { z } from 'zod';
import { programmeFacts } from '#contracts/supply/programme-facts.ts';
import { textFieldsOf, textsAt } from '#contracts/surface.ts';
import { type Message, message } from '#i18n/message.ts';
import type { FieldErrors } from '#platform/http/errors.ts';
import { freshFiatRate } from '../../../coins/rates/samples/fiat-reference.ts';
import type { Ctx } from '../../../ctx.ts';
import { findEmbargoed } from '../../../customers/sanctions/find-embargoed.ts';
import { checkFormat } from '../../../oversight/import-guard/check-format.ts';
import type { Rule } from '../../../oversight/import-guard/scan/rule.ts';
import { scanText } from '../../../oversight/import-guard/scan/scan-text.ts';
import { exceedsFaceLimit, MAX_FACE_USD_CENTS } from './face-limit.ts';
import { hostOfLink } from './link-host.ts';
import { linkHostRefusal } from './require-link-host.ts';

/** All facts of a programme, or those that a draft has so far. */
type Facts = Partial<z.output<typeof programmeFacts>>;
/** A field, and what is wrong with it. */
type Problem = readonly [string, Message];

/**
 * What no schema can say of a programme, by the fields that must change: the guard's rules, L3, L11, and the hosts of its
 * adapter and claim links. A rule that needs a fact that isn't there says nothing. Without a current rate, neither does L3.
 */
export async function findProblems(ctx: Ctx, facts: Facts): Promise<FieldErrors> {
  const found = [
    maskProblem(facts),
    termsProblem(facts),
    hostProblem(ctx, facts),
    ...textProblems(facts),
    countriesProblem(facts),
    await findEmbargoed(ctx.sql, { issuer_country: facts.issuer_country, country: facts.country }),
    ...fundsProblems(facts),
    adapterProblem(ctx, facts),
    ...(await faceProblems(ctx, facts)),
  ].filter((problem) => problem !== null);
  // The first of each field.
  return Object.fromEntries(found.toReversed().map(([field, text]) => [field, [text]]));
}

export const refusalOf = (rule: Rule) => message('rule.refused', { rule, what: message(`rule.${rule}`) });

function maskProblem({ code_format, network }: Facts): Problem | null {
  const rule = code_format && network && checkFormat(code_format, network);
  return rule ? ['code_format', refusalOf(rule)] : null;
}

// Claim links and published keys are judged by its host (P14), so approvers and buyers must read the one that browsers do.
function termsProblem({ terms_url }: Facts): Problem | null {
  if (terms_url === undefined || hostOfLink(terms_url) !== null) return null;
  return ['terms_url', message('programme.terms_plain')];
}

function hostProblem(ctx: Ctx, { terms_url, code_format }: Facts): Problem | null {
  // By terms whose host can't be read, no claim link can be judged.
  if (!terms_url || !code_format || hostOfLink(terms_url) === null) return null;
  const elsewhere = linkHostRefusal(ctx, { terms_url, code_format });
  return elsewhere ? ['code_format', elsewhere] : null;
}

/** The pipeline scans what comes through a call; this is for the command line, too. */
function textProblems(facts: Facts): Problem[] {
  return textFieldsOf(programmeFacts).flatMap(({ path, surface }) => {
    if (!surface || surface === 'shaped' || surface === 'unstored') return [];
    const findings = textsAt(facts, path).map((text) => scanText(text, surface));
    return findings.flatMap((finding): Problem[] => (finding ? [[path[0]!, refusalOf(finding.rule)]] : []));
  });
}

function countriesProblem({ country, other_countries = [] }: Facts): Problem | null {
  if (country === undefined || !other_countries.includes(country)) return null;
  return ['other_countries', message('programme.country_twice')];
}

// L11 (Reg E, 12 CFR 1005.20): what a US card may not do with its holder's money.
const US_FUNDS_MONTHS = 60;
const US_IDLE_MONTHS = 12;

function fundsProblems({ country, other_countries = [], funds }: Facts): Problem[] {
  if (!funds || ![country, ...other_countries].includes('US')) return [];
  const { expire_after_months, dormancy_fee } = funds;
  if (expire_after_months !== null && expire_after_months < US_FUNDS_MONTHS)
    return [['funds', message('programme.funds_end_us', { rule: 'L11', months: US_FUNDS_MONTHS })]];
  if (dormancy_fee && dormancy_fee.after_months < US_IDLE_MONTHS)
    return [['funds', message('programme.fee_us', { rule: 'L11', months: US_IDLE_MONTHS })]];
  return [];
}

// P4: the shop asks only hosts that its operator named, and never an address that a proposer made up.
function adapterProblem({ config }: Ctx, { adapter_url }: Facts): Problem | null {
  if (!adapter_url) return null;
  const { hostname, username, password, port } = new URL(adapter_url);
  if (!username && !password && !port && config.issuer_hosts.has(hostname)) return null;
  return ['adapter_url', message('programme.adapter_host', { host: hostname })];
}

/** L3, by the shop's own rate: face values of another currency are judged in dollars. */
async function faceProblems(ctx: Ctx, { currency, face_values_cents, face_range = null }: Facts): Promise<Problem[]> {
  if (currency === undefined || face_values_cents === undefined) return [];
  if (face_values_cents.length === 0 && face_range === null)
    return [['face_values_cents', message('programme.no_faces')]];
  const usd_e9 = await freshFiatRate(ctx, ctx.sql, currency, ctx.clock.now());
  if (usd_e9 === null) return [];
  const rate = Number(usd_e9);
  const limit = message('programme.face_limit', { limit: { cents: MAX_FACE_USD_CENTS } });
  return [
    ...(face_values_cents.some((cents) => exceedsFaceLimit(cents, rate))
      ? [['face_values_cents', limit] as const]
      : []),
    ...(face_range && exceedsFaceLimit(face_range.max_cents, rate) ? [['face_range', limit] as const] : []),
  ];
}
