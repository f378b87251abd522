import { z } from 'zod';
import { messageKey } from '#i18n/message.ts';
import { language } from '../content/editor-calls.ts';
import { country, currency, faceCents, funds, level, NAME_CONTROLS } from '../shapes.ts';
import { onSurface } from '../surface.ts';
import { codeFormat } from './codes/code-format.ts';

const product = (min: number, max: number) =>
  onSurface('product', z.string().trim().min(min, messageKey('invalid.minimum_characters')).max(max));
const name = (max: number) =>
  onSurface(
    'product',
    z
      .string()
      .trim()
      .min(2, messageKey('invalid.minimum_characters'))
      .max(max)
      .refine((text) => !NAME_CONTROLS.test(text), messageKey('invalid.one_line')),
  );
const sha256 = onSurface('text', z.string().regex(/^[0-9a-f]{64}$/, messageKey('invalid.sha256_hex')));
const color = onSurface('shaped', z.string().regex(/^#[0-9a-f]{6}$/, messageKey('invalid.colour')));

/** Raw Ed25519 public key that the issuer signs its manifests with, in base64. */
export const issuerKey = onSurface(
  'text',
  z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9+/]{43}=$/, messageKey('programme.key_shape')),
);

/** The last eight characters of the fingerprint of an issuer's key, as the issuer gave them in another way. */
export const fingerprintEnd = onSurface(
  'shaped',
  z
    .string()
    .trim()
    .regex(/^[0-9A-Fa-f]{8}$/, messageKey('programme.fingerprint_shape')),
);

export const priceRoundings = [1, 5, 10, 25, 50, 100] as const;

/** What a programme says of itself: each version of it has all of them. */
export const programmeFacts = z.strictObject({
  name: name(80),
  issuer_name: name(160),
  issuer_country: country,
  registration_ref: onSurface(
    'identifier',
    z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 ._/-]{1,119}$/, messageKey('programme.reference_shape')),
  ),
  terms_url: onSurface('identifier', z.url({ protocol: /^https$/, error: messageKey('programme.https') }).max(300)),
  network: z.enum(['closed_loop', 'open_loop']),
  /** The one that its cards are shown with. */
  country,
  /** Where else it is sold. */
  other_countries: z
    .array(country)
    .max(60)
    .refine((codes) => new Set(codes).size === codes.length, messageKey('programme.country_twice'))
    .default([]),
  currency,
  level,
  code_format: codeFormat,
  face_values_cents: z
    .array(faceCents)
    .max(50)
    .refine((values) => new Set(values).size === values.length, messageKey('programme.face_twice')),
  /** Any face value in between, besides the fixed ones. */
  face_range: z
    .strictObject({ min_cents: faceCents, max_cents: faceCents })
    .refine(({ min_cents, max_cents }) => min_cents < max_cents, messageKey('programme.range_order'))
    .nullable()
    .default(null),
  voucher_kind: z.enum(['single_purpose', 'multi_purpose']),
  expiry_policy: product(2, 2000),
  /** In other languages, as are the two below. */
  expiry_translations: z.record(language, product(2, 2000)).default({}),
  /** How long buyers may report a card after its reveal. */
  guarantee_hours: z.int().min(1).max(8760).default(24),
  fee_text: product(0, 2000).default(''),
  fee_translations: z.record(language, product(2, 2000)).default({}),
  funds,
  redemption_text: product(2, 2000),
  redemption_translations: z.record(language, product(2, 2000)).default({}),
  price_rule: z
    .strictObject({
      /** Off the face value, in hundredths of a per cent; below zero is a fee. */
      discount_bp: z.int().min(-5000).max(9000),
      rounding_cents: z.literal(priceRoundings),
      /** The part of the face value that no batch's prices fall below, in hundredths of a per cent. */
      floor_bp: z.int().min(1000).max(15_000).optional(),
    })
    .refine(
      ({ discount_bp, floor_bp = 0 }) => discount_bp <= 10_000 - floor_bp,
      messageKey('programmes.discount_under_floor'),
    )
    .nullable()
    .default(null),
  /** SHA-256 of the contract, in hex. */
  evidence_sha256: sha256,
  /** Where the operator keeps the contract. */
  evidence_ref: onSurface('identifier', z.string().trim().max(200)).default(''),
  color_from: color,
  color_to: color,
  motif: onSurface(
    'shaped',
    z
      .string()
      .regex(/^[a-z]+$/)
      .max(30),
  ),
  /** How tills scan the codes, so that buyers can show one. */
  barcode: z.enum(['none', 'code128', 'qr']).default('none'),
  /** Where the issuer answers about cards; the host must be one that the operator allows. */
  adapter_url: onSurface('identifier', z.url({ protocol: /^https$/, error: messageKey('programme.https') }).max(300))
    .nullable()
    .default(null),
});

/** Signs what the issuer is asked; sealed by the vault and never shown again. */
export const adapterSecret = onSurface('unstored', z.string().min(16).max(200));

export const newProgramme = programmeFacts.extend({
  issuer_public_key: issuerKey,
  adapter_secret: adapterSecret.nullable().default(null),
});
/** What a proposer gives; fields with a default may be absent. */
export type NewProgramme = z.input<typeof newProgramme>;
