import type { Feature } from '../../feature.ts';
import { deviceCodesRetention } from './device-codes/device-codes-retention.ts';
import { factorData } from './factor-data.ts';
import { factorMails } from './mails.ts';
import { passkeyEvidence } from './passkeys/passkey-evidence.ts';
import { sweepChallenges } from './passkeys/sweep-challenges.ts';
import { factorRoutes } from './routes.ts';
import { sealedTotp } from './totp/sealed-totp.ts';

export const feature: Feature = {
  routes: factorRoutes,
  mails: factorMails,
  sweeps: [sweepChallenges],
  accountData: [factorData],
  retention: [deviceCodesRetention],
  evidence: [passkeyEvidence],
  sealedPlaces: [sealedTotp],
  tables: {
    decision_signatures: { why: 'proof', of: 'staff' },
    device_codes: { rule: 'device_codes', of: 'access' },
    passkey_challenges: { days: 1, of: 'access' },
    passkeys: { why: 'account', of: 'access' },
    recovery_codes: { why: 'account', of: 'access' },
    totp_secrets: { why: 'account', of: 'access' },
  },
};
