import { type Call, namesIn } from '#contracts/call.ts';

/** A duty that a call lets in, if it asks for one. */
export function dutiesFor({ guards }: Pick<Call, 'guards'>): string[] {
  const role = guards.find((guard) => guard.startsWith('role:'));
  return role ? namesIn(role.slice('role:'.length)).slice(0, 1) : [];
}
