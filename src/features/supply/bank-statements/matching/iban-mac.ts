import type { Ctx } from '../../../ctx.ts';

/** A MAC over an account: equal accounts have equal ones, and nobody reads the account from it. */
export const macOfIban = ({ vault }: Pick<Ctx, 'vault'>, iban: string): Buffer => vault.mac('bank entry account', iban);
