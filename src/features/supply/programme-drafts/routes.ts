import * as contract from '#contracts/supply/programme-drafts.ts';
import { serve } from '#platform/http/serve.ts';
import { beginProgrammeDraft } from './begin-programme-draft.ts';
import { discardProgrammeDraft } from './discard-programme-draft.ts';
import { getProgrammeDraft } from './get-programme-draft.ts';
import { listProgrammeDrafts } from './list-programme-drafts.ts';
import { proposeProgrammeDraft } from './propose-programme-draft.ts';
import { saveProgrammeDraft } from './save-programme-draft.ts';

export const programmeDraftRoutes = [
  serve(contract.listProgrammeDrafts, listProgrammeDrafts),
  serve(contract.getProgrammeDraft, getProgrammeDraft),
  serve(contract.beginProgrammeDraft, beginProgrammeDraft),
  serve(contract.saveProgrammeDraft, saveProgrammeDraft),
  serve(contract.discardProgrammeDraft, discardProgrammeDraft),
  serve(contract.proposeProgrammeDraft, proposeProgrammeDraft),
];
