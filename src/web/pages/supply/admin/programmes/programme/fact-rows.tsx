import type { ReactNode } from 'react';
import type { DraftFacts } from '#contracts/supply/programme-drafts.ts';
import type { ProgrammeFacts } from '#contracts/supply/programmes.ts';
import { type MessageKey, messageKey } from '#i18n/message.ts';
import { type Formatters, useI18n } from '#web/i18n/use-i18n.ts';
import { FundsTerms } from '#web/ui/card/funds-terms.tsx';

export type ShownFacts = NonNullable<ProgrammeFacts['edit']>;

/** The facts of a programme by the names that the API gives them, in the order of the page. */
const LABELS = {
  name: messageKey('programmes.name'),
  issuer_name: messageKey('programmes.issuer_name'),
  issuer_country: messageKey('programmes.issuer_country'),
  registration_ref: messageKey('approvals.registration'),
  issuer_public_key: messageKey('programmes.key'),
  terms_url: messageKey('approvals.terms'),
  network: messageKey('approvals.network'),
  country: messageKey('approvals.country'),
  other_countries: messageKey('programmes.other_countries'),
  currency: messageKey('programmes.currency'),
  level: messageKey('approvals.level'),
  code_format: messageKey('approvals.code'),
  face_values_cents: messageKey('approvals.faces'),
  face_range: messageKey('programmes.face_range'),
  price_rule: messageKey('programmes.discount'),
  voucher_kind: messageKey('approvals.voucher'),
  guarantee_hours: messageKey('programmes.guarantee'),
  expiry_policy: messageKey('programmes.expiry_policy'),
  expiry_translations: messageKey('programmes.expiry_translations'),
  fee_text: messageKey('programmes.fee_text'),
  fee_translations: messageKey('programmes.fee_translations'),
  funds: messageKey('approvals.funds'),
  redemption_text: messageKey('approvals.redemption'),
  redemption_translations: messageKey('programmes.redemption_translations'),
  evidence_sha256: messageKey('approvals.contract'),
  evidence_ref: messageKey('programmes.evidence_ref'),
  adapter_url: messageKey('programmes.adapter_url'),
  adapter_secret: messageKey('programmes.adapter_secret'),
  color_from: messageKey('programmes.color_from'),
  color_to: messageKey('programmes.color_to'),
  motif: messageKey('programmes.motif'),
  barcode: messageKey('programmes.barcode'),
} as const satisfies Record<string, MessageKey>;

export const factLabels: Readonly<Record<string, MessageKey>> = LABELS;

/** The mask as people read it, from the same facts. */
function describeFormat({ code, pin }: ShownFacts['code_format']): string {
  const shape = {
    alnum: () => (code.kind === 'alnum' ? code.groups.map((length) => 'X'.repeat(length)).join(code.sep) : ''),
    numeric: () => (code.kind === 'numeric' ? (code.prefix ?? '').padEnd(code.length, '#') : ''),
    link: () => (code.kind === 'link' ? `https://${code.host}${code.path}${'X'.repeat(code.length)}` : ''),
  }[code.kind]();
  return pin ? `${shape} + ${(pin.kind === 'numeric' ? '#' : 'X').repeat(pin.length)}` : shape;
}

function translated(texts: Readonly<Record<string, string>>): ReactNode {
  const paragraphs = Object.entries(texts).map(([locale, text]) => (
    <p key={locale} lang={locale}>
      {text}
    </p>
  ));
  return paragraphs.length ? paragraphs : '';
}

/** A fact in words. */
function shown(name: string, facts: ShownFacts, { t, face, country, number }: Formatters): ReactNode {
  const { currency, face_range, price_rule, funds } = facts;
  switch (name) {
    case 'issuer_country':
      return country(facts.issuer_country);
    case 'terms_url':
      return (
        <a href={facts.terms_url} rel="noreferrer" target="_blank">
          {facts.terms_url}
        </a>
      );
    case 'network':
      return t(`approvals.network.${facts.network}`);
    case 'country':
      return country(facts.country);
    case 'other_countries':
      return facts.other_countries.map(country).join(', ');
    case 'code_format':
      return <code>{describeFormat(facts.code_format)}</code>;
    case 'face_values_cents':
      return facts.face_values_cents.map((cents) => face(cents, currency)).join(', ');
    case 'face_range':
      return face_range ? `${face(face_range.min_cents, currency)} – ${face(face_range.max_cents, currency)}` : '';
    case 'price_rule':
      return price_rule ? (
        <>
          {t('programmes.price_rule', {
            percent: number(price_rule.discount_bp / 100),
            dollars: number(price_rule.rounding_cents / 100),
          })}{' '}
          {price_rule.floor_bp ? t('programmes.price_floor', { percent: number(price_rule.floor_bp / 100) }) : null}
        </>
      ) : (
        ''
      );
    case 'voucher_kind':
      return t(`approvals.voucher.${facts.voucher_kind}`);
    case 'barcode':
      return t(`programmes.barcode.${facts.barcode}`);
    case 'guarantee_hours':
      return t('programmes.guarantee_hours', { hours: facts.guarantee_hours });
    case 'funds':
      return funds ? <FundsTerms funds={funds} currency={currency} /> : t('approvals.funds_undeclared');
    case 'expiry_translations':
    case 'fee_translations':
    case 'redemption_translations':
      return translated(facts[name]);
    default:
      return String((facts as Record<string, unknown>)[name] ?? '');
  }
}

export interface FactRow {
  name: string;
  label: string;
  value: ReactNode;
}

/** The facts of a version or a draft as labelled rows, without those that say nothing. */
export function useFactRows(facts: ShownFacts | DraftFacts): FactRow[] {
  const i18n = useI18n();
  return Object.entries(LABELS)
    .filter(([name]) => name in facts && name !== 'evidence_ref' && name !== 'adapter_secret')
    .map(([name, label]) => ({ name, label: i18n.t(label), value: shown(name, facts as ShownFacts, i18n) }))
    .filter(({ value }) => value !== '');
}
