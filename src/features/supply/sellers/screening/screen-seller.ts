import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Screening, screenNames } from '../../../customers/sanctions/screen-names.ts';

/** A seller's country, name and owners against the operator's list as it is now. */
export async function screenSeller(sql: Db, id: string): Promise<Screening> {
  const [seller] = await sql<{ legal_name: string; country: string; owners: string[] }[]>`
    select legal_name, country, owners from sellers where id = ${id}`;
  if (!seller) throw new AppError('not_found', message('seller.not_found'));
  const { legal_name, country, owners } = seller;
  return screenNames(sql, { country, names: [legal_name, ...owners] });
}

/** Refuses the verification of a seller that the list names. One that resembles a name is for people to decide. */
export async function refuseListed(sql: Db, id: string): Promise<void> {
  const { embargoed, listed } = await screenSeller(sql, id);
  if (embargoed) throw new AppError('conflict', message('seller.embargoed'));
  const [name] = listed;
  if (name !== undefined) throw new AppError('conflict', message('seller.listed', { name }));
}
