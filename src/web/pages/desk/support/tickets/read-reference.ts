import { REFERENCE_KINDS } from '#contracts/desk/support.ts';

/** The choice `kind:id` of a form; none where it is something else. */
export function readReference(choice: string): { kind: (typeof REFERENCE_KINDS)[number]; id: string } | null {
  const [named = '', id = ''] = choice.split(':', 2);
  const kind = REFERENCE_KINDS.find((one) => one === named);
  return kind ? { kind, id } : null;
}
