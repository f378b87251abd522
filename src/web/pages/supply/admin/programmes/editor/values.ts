import { languages } from 'virtual:messages';
import type { DraftFacts } from '#contracts/supply/programme-drafts.ts';
import type { NewProgramme } from '#contracts/supply/programme-facts.ts';
import type { ProgrammeFacts } from '#contracts/supply/programmes.ts';
import { DEFAULT_LOCALE } from '#i18n/default-locale.ts';
import { dollarsField, faceField } from '#web/i18n/parse-dollars.ts';

const translatedTexts = ['redemption', 'expiry', 'fee'] as const;
export type TranslatedText = (typeof translatedTexts)[number];

/** What buyers read has a field in each language beside the shop's own. */
export const translationFields = translatedTexts.flatMap((text) =>
  languages
    .filter(([locale]) => locale !== DEFAULT_LOCALE)
    .map(([locale, language]) => ({ text, locale, language, name: `${text}_in_${locale}` as const })),
);

const ownNames = [
  'name',
  'issuer_name',
  'issuer_country',
  'registration_ref',
  'terms_url',
  'network',
  'country',
  'other_countries',
  'currency',
  'level',
  'voucher_kind',
  'code_kind',
  'code_groups',
  'code_sep',
  'code_alphabet',
  'code_length',
  'code_prefix',
  'code_checksum',
  'link_host',
  'link_path',
  'link_length',
  'link_alphabet',
  'pin_kind',
  'pin_length',
  'pin_alphabet',
  'faces',
  'face_min',
  'face_max',
  'price_discount',
  'price_floor',
  'price_rounding',
  'guarantee_amount',
  'guarantee_unit',
  'expire_after_months',
  'fee',
  'fee_after_months',
  'expiry_policy',
  'fee_text',
  'redemption_text',
  'evidence_sha256',
  'adapter_url',
  'color_from',
  'color_to',
  'motif',
  'barcode',
  'issuer_public_key',
] as const;
export type FieldName = (typeof ownNames)[number] | (typeof translationFields)[number]['name'];

/** The fields of the form, as it shows and sends them, without those that are given with the proposal itself. */
export const fieldNames: readonly FieldName[] = [...ownNames, ...translationFields.map(({ name }) => name)];
export type Values = Record<FieldName, string>;

const CAPITALS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** What nobody has said anything in. */
export const emptyValues = Object.fromEntries(fieldNames.map((name) => [name, ''])) as Values;

/** What a new programme's form starts with. */
export const newValues: Values = {
  ...emptyValues,
  network: 'closed_loop',
  level: 'Standard',
  voucher_kind: 'single_purpose',
  code_kind: 'alnum',
  code_groups: '4-4-4-4',
  code_sep: '-',
  code_alphabet: CAPITALS,
  code_length: '16',
  link_path: '/g/',
  link_length: '24',
  link_alphabet: `${CAPITALS}abcdefghijkmnopqrstuvwxyz`,
  pin_kind: 'none',
  pin_length: '4',
  pin_alphabet: CAPITALS,
  price_rounding: '1',
  barcode: 'none',
  guarantee_amount: '24',
  guarantee_unit: 'hours',
  color_from: '#1d3b36',
  color_to: '#2f6d60',
  motif: 'waves',
};

/** What somebody typed over what the form said before; a box that isn't ticked isn't sent. */
export function typedOver(before: Values, typed: (name: string) => string | undefined): Values {
  const shown = (name: FieldName) => name === 'code_checksum' && typed('code_kind') !== undefined;
  return Object.fromEntries(
    fieldNames.map((name) => [name, typed(name) ?? (shown(name) ? '' : before[name])]),
  ) as Values;
}

/** What a draft like a programme starts with: its name, too, where that is free again. */
export function likeValues(programme: ProgrammeFacts, locale: string): Values {
  const isTaken = ['proposed', 'active', 'suspended'].includes(programme.state);
  return { ...valuesOf(programme, locale), ...(isTaken && { name: '' }) };
}

type Facts = NonNullable<ProgrammeFacts['edit']> | DraftFacts;

/** The facts of a programme or a draft as the form shows them. */
export function valuesOf(facts: Facts, locale: string): Values {
  const amount = (cents: number | undefined) => (cents === undefined ? '' : dollarsField(cents, locale));
  const face = (cents: number | undefined) =>
    cents === undefined ? '' : faceField(cents, locale, facts.currency ?? 'USD');
  const { funds, face_range, price_rule, guarantee_hours, face_values_cents = [] } = facts;
  return {
    ...newValues,
    ...plainValues(facts),
    ...(facts.code_format && maskValues(facts.code_format)),
    ...(guarantee_hours && guaranteeValues(guarantee_hours)),
    other_countries: (facts.other_countries ?? []).join(', '),
    faces: face_values_cents.map(face).join('; '),
    face_min: face(face_range?.min_cents),
    face_max: face(face_range?.max_cents),
    price_discount: price_rule ? dollarsField(Math.abs(price_rule.discount_bp), locale) : '',
    ...(price_rule && price_rule.discount_bp < 0 && { price_discount: `-${amount(-price_rule.discount_bp)}` }),
    price_floor: amount(price_rule?.floor_bp),
    price_rounding: String(price_rule?.rounding_cents ?? 1),
    expire_after_months: String(funds?.expire_after_months ?? ''),
    fee: face(funds?.dormancy_fee?.cents),
    fee_after_months: String(funds?.dormancy_fee?.after_months ?? ''),
    ...Object.fromEntries(
      translationFields.map(({ name, text, locale }) => [name, facts[`${text}_translations`]?.[locale] ?? '']),
    ),
  };
}

/** Facts that a field shows as they are. */
const PLAIN = [
  'name',
  'issuer_name',
  'issuer_country',
  'registration_ref',
  'terms_url',
  'issuer_public_key',
  'network',
  'country',
  'currency',
  'level',
  'voucher_kind',
  'expiry_policy',
  'fee_text',
  'redemption_text',
  'evidence_sha256',
  'adapter_url',
  'color_from',
  'color_to',
  'motif',
  'barcode',
] as const satisfies readonly FieldName[];

function plainValues(facts: Facts): Partial<Values> {
  const said = facts as Partial<Record<FieldName, string | null>>;
  return Object.fromEntries(PLAIN.flatMap((name) => (said[name] == null ? [] : [[name, said[name]]])));
}

function guaranteeValues(hours: number): Partial<Values> {
  const inDays = hours % 24 === 0 && hours > 48;
  return { guarantee_amount: String(inDays ? hours / 24 : hours), guarantee_unit: inDays ? 'days' : 'hours' };
}

function maskValues({ code, pin }: Mask): Partial<Values> {
  const pins: Partial<Values> = pin
    ? {
        pin_kind: pin.kind,
        pin_length: String(pin.length),
        ...(pin.kind === 'alnum' && { pin_alphabet: pin.alphabet }),
      }
    : { pin_kind: 'none' };
  switch (code.kind) {
    case 'alnum': {
      const { groups, sep, alphabet } = code;
      return { ...pins, code_kind: 'alnum', code_groups: groups.join('-'), code_sep: sep, code_alphabet: alphabet };
    }
    case 'numeric': {
      const { length, prefix = '', checksum } = code;
      const digits = { code_length: String(length), code_prefix: prefix, code_checksum: checksum ? 'on' : '' };
      return { ...pins, code_kind: 'numeric', ...digits };
    }
    case 'link': {
      const { host, path, length, alphabet } = code;
      const link = { link_host: host, link_path: path, link_length: String(length), link_alphabet: alphabet };
      return { ...pins, code_kind: 'link', ...link };
    }
  }
}

export type Mask = NewProgramme['code_format'];
