/** The texts that no area has for itself. */
export const firstArea = 'first';

const billing = new Set(['billing', 'billing-history', 'statements', 'statement', 'payment', 'receipt']);

/** Which texts come with a route: those of its layout, and the billing pages' own. */
export function areaOfRoute(id: string): string | undefined {
  if (id.startsWith('layout-')) return id.slice('layout-'.length);
  return billing.has(id) ? 'billing' : undefined;
}

/** Every area but the first, with the one whose texts are always there beside its own. */
export const areas: Record<string, string> = {
  default: firstArea,
  minimal: firstArea,
  simple: firstArea,
  billing: 'default',
  account: 'default',
  admin: 'default',
};
