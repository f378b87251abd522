import { createHash } from 'node:crypto';

/**
 * Numbers of `network` start with a prefix between `from` and `to` (inclusive, same length) and have one of `lengths`
 * digits.
 */
export type NetworkRange = { network: string; from: string; to: string; lengths: readonly number[] };

const L16 = [16];
const L16_19 = [16, 17, 18, 19];
const L14_19 = [14, 15, 16, 17, 18, 19];

// No 13-digit lengths: the old Visa format is gone, and the rule would refuse a tenth of all EAN-13 codes.
export const NETWORK_RANGES: readonly NetworkRange[] = [
  { network: 'Visa', from: '4', to: '4', lengths: [16, 18, 19] },
  { network: 'Mastercard', from: '51', to: '55', lengths: L16 },
  { network: 'Mastercard', from: '2221', to: '2720', lengths: L16 },
  { network: 'American Express', from: '34', to: '34', lengths: [15] },
  { network: 'American Express', from: '37', to: '37', lengths: [15] },
  { network: 'Diners', from: '300', to: '305', lengths: L14_19 },
  { network: 'Diners', from: '3095', to: '3095', lengths: L14_19 },
  { network: 'Diners', from: '36', to: '36', lengths: L14_19 },
  { network: 'Diners', from: '38', to: '39', lengths: L14_19 },
  { network: 'Discover', from: '6011', to: '6011', lengths: L16_19 },
  { network: 'Discover', from: '622126', to: '622925', lengths: L16_19 },
  { network: 'Discover', from: '644', to: '649', lengths: L16_19 },
  { network: 'Discover', from: '65', to: '65', lengths: L16_19 },
  { network: 'JCB', from: '3528', to: '3589', lengths: L16_19 },
  { network: 'JCB', from: '1800', to: '1800', lengths: [15] },
  { network: 'JCB', from: '2131', to: '2131', lengths: [15] },
  { network: 'UnionPay', from: '62', to: '62', lengths: L14_19 },
  { network: 'UnionPay', from: '8100', to: '8171', lengths: L14_19 },
  { network: 'Maestro', from: '50', to: '50', lengths: [12, ...L14_19] },
  { network: 'Maestro', from: '56', to: '58', lengths: [12, ...L14_19] },
  { network: 'Maestro', from: '67', to: '67', lengths: [12, ...L14_19] },
  { network: 'Maestro', from: '6304', to: '6304', lengths: [12, ...L14_19] },
  { network: 'Maestro', from: '6390', to: '6390', lengths: [12, ...L14_19] },
  { network: 'Switch and Solo', from: '6333', to: '6334', lengths: [16, 18, 19] },
  { network: 'Mir', from: '2200', to: '2205', lengths: L16_19 },
  { network: 'Troy', from: '9792', to: '9792', lengths: L16 },
  { network: 'UATP', from: '1', to: '1', lengths: [15] },
  { network: 'RuPay', from: '606985', to: '607984', lengths: L16 },
  { network: 'RuPay', from: '608001', to: '608500', lengths: L16 },
  { network: 'RuPay', from: '817200', to: '820199', lengths: L16 },
  { network: 'Elo', from: '636297', to: '636297', lengths: L16 },
  { network: 'Elo', from: '636368', to: '636368', lengths: L16 },
  { network: 'Elo', from: '627780', to: '627780', lengths: L16 },
  { network: 'Hipercard', from: '606282', to: '606282', lengths: L16 },
  { network: 'Hipercard', from: '637095', to: '637095', lengths: L16 },
  { network: 'Hipercard', from: '637568', to: '637568', lengths: L16 },
  { network: 'Hipercard', from: '637599', to: '637599', lengths: L16 },
  { network: 'Hipercard', from: '637609', to: '637609', lengths: L16 },
  { network: 'Hipercard', from: '637612', to: '637612', lengths: L16 },
  { network: 'InstaPayment', from: '637', to: '639', lengths: L16 },
  { network: 'Humo', from: '9860', to: '9860', lengths: L16 },
  { network: 'Uzcard', from: '8600', to: '8600', lengths: L16 },
];

/** SHA-256 of the table's rows in order. */
export const NETWORK_RANGES_SHA256 = createHash('sha256')
  .update(
    NETWORK_RANGES.map((range) => `${range.network}|${range.from}|${range.to}|${range.lengths.join()}\n`).join(''),
  )
  .digest('hex');
