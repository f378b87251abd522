import type { Destination } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { checksummed } from '#platform/chain/address.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import { invalidField } from '#platform/http/errors.ts';
import { blankIbans } from '../../../oversight/import-guard/text/blank-ibans.ts';

const LIVE = { BTC: /^(bc1|[13])/i, LTC: /^(ltc1|[LM])/i, ETH: /^0x/ };
const TESTING = { BTC: /^(tb1|bcrt1|[mn2])/i, LTC: /^(tltc1|rltc1|[mnQ])/i, ETH: /^0x/ };

/** An account or address by its checksum, as it is kept; refused where it isn't one of this kind. */
export function parseAddress(kind: Destination['kind'], typed: string, testing: boolean): string {
  if (kind === 'IBAN') {
    const iban = typed.replaceAll(' ', '').toUpperCase();
    if (blankIbans(iban) !== 'IBAN') throw invalidField('address', message('payout.no_iban'));
    return iban;
  }
  const fits = LIVE[kind].test(typed) || (testing && TESTING[kind].test(typed));
  if (!fits || addressKey(typed) === null || !spelledRight(typed)) {
    throw invalidField('address', message('payout.no_address', { coin: kind }));
  }
  return typed;
}

/** Mixed case in an Ethereum address is its checksum. */
function spelledRight(address: string): boolean {
  const digits = address.slice(2);
  if (!address.startsWith('0x') || digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return checksummed(digits.toLowerCase()) === address;
}
