import { NETWORK_RANGES_SHA256 } from '../../../oversight/import-guard/numbers/network-ranges.ts';
import { GUARD_VERSION } from '../../../oversight/import-guard/scan/rule.ts';

/** Which guard judged a file, for the audit log (P10). */
export const guardDetails = { guard_version: GUARD_VERSION, range_table_sha256: NETWORK_RANGES_SHA256 };
