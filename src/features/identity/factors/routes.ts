import * as contract from '#contracts/identity/factors.ts';
import { serve } from '#platform/http/serve.ts';
import { confirmDevice } from './device-codes/confirm-device.ts';
import { sendDeviceCode } from './device-codes/send-device-code.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { createPasskeyChallenge } from './passkeys/create-passkey-challenge.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { renamePasskey } from './passkeys/rename-passkey.ts';
import { startPasskey } from './passkeys/start-passkey.ts';
import { renewRecoveryCodes } from './recovery-codes/renew-recovery-codes.ts';
import { confirmIdentity } from './step-up/confirm-identity.ts';
import { getConfirmation } from './step-up/get-confirmation.ts';
import { confirmTwoFactor } from './totp/confirm-two-factor.ts';
import { endTwoFactor } from './totp/end-two-factor.ts';
import { getTwoFactor } from './totp/get-two-factor.ts';
import { startTwoFactor } from './totp/start-two-factor.ts';

export const factorRoutes = [
  serve(contract.createPasskeyChallenge, createPasskeyChallenge),
  serve(contract.listPasskeys, listPasskeys),
  serve(contract.startPasskey, startPasskey),
  serve(contract.addPasskey, addPasskey),
  serve(contract.renamePasskey, renamePasskey),
  serve(contract.removePasskey, removePasskey),
  serve(contract.getConfirmation, getConfirmation),
  serve(contract.confirmIdentity, confirmIdentity),
  serve(contract.sendDeviceCode, sendDeviceCode),
  serve(contract.confirmDevice, confirmDevice),
  serve(contract.getTwoFactor, getTwoFactor),
  serve(contract.startTwoFactor, startTwoFactor),
  serve(contract.confirmTwoFactor, confirmTwoFactor),
  serve(contract.endTwoFactor, endTwoFactor),
  serve(contract.renewRecoveryCodes, renewRecoveryCodes),
];
