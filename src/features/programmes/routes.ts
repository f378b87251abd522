import * as contract from '#contracts/programmes.ts';
import { serve } from '#platform/http/serve.ts';
import { approveProgramme } from './approve-programme.ts';
import { getProgramme } from './get-programme.ts';
import { rejectProgramme } from './reject-programme.ts';

export const programmeRoutes = [
  serve(contract.getProgramme, getProgramme),
  serve(contract.approveProgramme, approveProgramme),
  serve(contract.rejectProgramme, rejectProgramme),
];
