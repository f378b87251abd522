import * as contract from '#contracts/supply/batches.ts';
import { serve } from '#platform/http/serve.ts';
import { approveBatch } from './approve-batch.ts';
import { askApproval } from './ask-approval.ts';
import { openBatch } from './open-batch.ts';
import { changePrices } from './prices/change-prices.ts';
import { decideQuarantine } from './quarantines/decide-quarantine.ts';
import { listQuarantinedCards } from './quarantines/list-quarantined-cards.ts';
import { listQuarantines } from './quarantines/list-quarantines.ts';
import { rejectBatch } from './reject-batch.ts';
import { pauseBatch } from './states/pause-batch.ts';
import { releaseBrake } from './states/release-brake.ts';
import { resumeBatch } from './states/resume-batch.ts';
import { voidCards } from './states/void-cards.ts';
import { withdrawBatch } from './states/withdraw-batch.ts';

export const batchRoutes = [
  serve(contract.openBatch, openBatch),
  serve(contract.approveBatch, approveBatch),
  serve(contract.rejectBatch, rejectBatch),
  serve(contract.pauseBatch, pauseBatch),
  serve(contract.resumeBatch, resumeBatch),
  serve(contract.withdrawBatch, withdrawBatch),
  serve(contract.releaseBrake, releaseBrake),
  serve(contract.voidCards, voidCards),
  serve(contract.changePrices, changePrices),
  serve(contract.askApproval, askApproval),
  serve(contract.listQuarantines, listQuarantines),
  serve(contract.listQuarantinedCards, listQuarantinedCards),
  serve(contract.decideQuarantine, decideQuarantine),
];
