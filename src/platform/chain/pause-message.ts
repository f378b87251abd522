import type { ChainStatus } from '#contracts/coins/watcher.ts';
import { type Message, message } from '#i18n/message.ts';
import type { PauseReason } from './types.ts';

/** Why a chain is paused, as a sentence. */
export const pauseMessage = (code: NonNullable<ChainStatus['reason_code']>, facts: PauseReason['facts']): Message =>
  message(`chain.reason.${code}`, facts);
