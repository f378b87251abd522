import * as contract from '#contracts/supply/programmes.ts';
import { serve } from '#platform/http/serve.ts';
import { approveProgramme } from './approve-programme.ts';
import { editProgramme } from './edit-programme.ts';
import { getProgramme } from './get-programme.ts';
import { listProgrammes } from './list-programmes.ts';
import { checkMask } from './masks/check-mask.ts';
import { judgeMask } from './masks/judge-mask.ts';
import { proposeProgramme } from './propose-programme.ts';
import { rejectProgramme } from './reject-programme.ts';
import { resumeProgramme } from './resume-programme.ts';
import { retireProgramme } from './retire-programme.ts';
import { suspendProgramme } from './suspend-programme.ts';
import { viewEvidence } from './view-evidence.ts';

export const programmeRoutes = [
  serve(contract.listProgrammes, listProgrammes),
  serve(contract.checkMask, checkMask),
  serve(contract.getProgramme, getProgramme),
  serve(contract.judgeMask, judgeMask),
  serve(contract.proposeProgramme, proposeProgramme),
  serve(contract.editProgramme, editProgramme),
  serve(contract.approveProgramme, approveProgramme),
  serve(contract.rejectProgramme, rejectProgramme),
  serve(contract.suspendProgramme, suspendProgramme),
  serve(contract.resumeProgramme, resumeProgramme),
  serve(contract.retireProgramme, retireProgramme),
  serve(contract.viewEvidence, viewEvidence),
];
