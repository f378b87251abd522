import type { NewProgramme } from '#contracts/supply/programme-facts.ts';
import { parseDollars, parseFace } from '#web/i18n/parse-dollars.ts';
import { type FieldName, type Mask, type TranslatedText, translationFields, type Values } from './values.ts';

// The API says what is wrong with it.
const whole = (text: string) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : Number.NaN);
const amount = (text: string, locale: string) => parseDollars(text, locale) ?? Number.NaN;
const faceOf = (text: string, locale: string, { currency }: Values) =>
  parseFace(text, locale, currency.trim().toUpperCase()) ?? Number.NaN;

/** What the form says, as the API takes it; what is wrong with it is the API's to say. */
export function factsOf(
  values: Values,
  locale: string,
): Omit<NewProgramme, 'issuer_public_key' | 'adapter_secret' | 'evidence_ref'> {
  const { name, issuer_name, issuer_country, registration_ref, terms_url, country, currency } = values;
  const { expiry_policy, fee_text, redemption_text, evidence_sha256, motif } = values;
  const upper = (text: string) => text.trim().toUpperCase();
  return {
    name,
    issuer_name,
    expiry_policy,
    fee_text,
    redemption_text,
    motif,
    issuer_country: upper(issuer_country),
    registration_ref: registration_ref.trim(),
    terms_url: terms_url.trim(),
    network: values.network as NewProgramme['network'],
    country: upper(country),
    other_countries: upper(values.other_countries)
      .split(/[\s,;]+/)
      .filter(Boolean),
    currency: upper(currency),
    level: values.level as NewProgramme['level'],
    code_format: maskOf(values),
    ...pricesOf(values, locale),
    voucher_kind: values.voucher_kind as NewProgramme['voucher_kind'],
    guarantee_hours: whole(values.guarantee_amount) * (values.guarantee_unit === 'days' ? 24 : 1),
    funds: {
      expire_after_months: values.expire_after_months.trim() ? whole(values.expire_after_months) : null,
      dormancy_fee: values.fee.trim()
        ? { cents: faceOf(values.fee, locale, values), after_months: whole(values.fee_after_months) }
        : null,
    },
    expiry_translations: translationsOf('expiry', values),
    fee_translations: translationsOf('fee', values),
    redemption_translations: translationsOf('redemption', values),
    evidence_sha256: evidence_sha256.trim().toLowerCase(),
    color_from: values.color_from,
    color_to: values.color_to,
    barcode: values.barcode as NewProgramme['barcode'],
    adapter_url: values.adapter_url.trim() || null,
  };
}

const fieldsOf = (of: TranslatedText) => translationFields.filter(({ text }) => text === of);

function translationsOf(text: TranslatedText, values: Values): Record<string, string> {
  const written = fieldsOf(text).filter(({ name }) => values[name]?.trim());
  return Object.fromEntries(written.map(({ locale, name }) => [locale, values[name] ?? '']));
}

function pricesOf(
  values: Values,
  locale: string,
): Pick<NewProgramme, 'face_values_cents' | 'face_range' | 'price_rule'> {
  const faces = values.faces.split(/,?[;\s]+/).filter(Boolean);
  const discount = values.price_discount.trim();
  const floor = values.price_floor.trim().replace(/%$/, '');
  const sign = discount.startsWith('-') ? -1 : 1;
  const discount_bp = sign * amount(discount.replace(/^[-−]|%$/g, ''), locale);
  return {
    face_values_cents: faces.map((face) => faceOf(face, locale, values)),
    face_range:
      values.face_min.trim() || values.face_max.trim()
        ? { min_cents: faceOf(values.face_min, locale, values), max_cents: faceOf(values.face_max, locale, values) }
        : null,
    // A floor without a discount is refused beside the discount, and not lost.
    price_rule:
      discount || floor
        ? {
            discount_bp,
            rounding_cents: Number(values.price_rounding) as 1,
            ...(floor && { floor_bp: amount(floor, locale) }),
          }
        : null,
  };
}

/** The mask that the form describes. */
export function maskOf(values: Values): Mask {
  return { code: codeOf(values), pin: pinOf(values) };
}

function codeOf(values: Values): Mask['code'] {
  if (values.code_kind === 'link') {
    const { link_host: host, link_path: path, link_alphabet: alphabet } = values;
    return { kind: 'link', host: host.trim(), path: path.trim(), length: whole(values.link_length), alphabet };
  }
  if (values.code_kind === 'numeric') {
    const checksum = values.code_checksum ? { checksum: 'luhn' as const } : {};
    return { kind: 'numeric', length: whole(values.code_length), prefix: values.code_prefix.trim(), ...checksum };
  }
  const groups = values.code_groups.split(/\D+/).filter(Boolean).map(Number);
  return { kind: 'alnum', groups, sep: values.code_sep as '-', alphabet: values.code_alphabet.trim() };
}

function pinOf(values: Values): Mask['pin'] {
  if (values.pin_kind === 'none') return null;
  const length = whole(values.pin_length);
  if (values.pin_kind === 'numeric') return { kind: 'numeric', length };
  return { kind: 'alnum', length, alphabet: values.pin_alphabet.trim() };
}

/** Beside which field of the form an error of the API is shown, where the names differ. */
export const fieldOfError: Readonly<Record<string, FieldName>> = {
  code_format: 'code_kind',
  face_values_cents: 'faces',
  face_range: 'face_max',
  price_rule: 'price_discount',
  guarantee_hours: 'guarantee_amount',
  funds: 'expire_after_months',
  ...Object.fromEntries(translationFields.toReversed().map(({ text, name }) => [`${text}_translations`, name])),
};
