/** The columns that a file of stock may have. */
export const stockColumns = [
  'code',
  'pin',
  'serial',
  'face_value',
  'currency',
  'expires_on',
  'activation_ref',
] as const;
export type StockColumn = (typeof stockColumns)[number];
