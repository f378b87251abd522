import * as contract from '#contracts/desk/canned-answers.ts';
import { serve } from '#platform/http/serve.ts';
import { addCannedAnswer } from './add-canned-answer.ts';
import { changeCannedAnswer } from './change-canned-answer.ts';
import { listCannedAnswers } from './list-canned-answers.ts';
import { listFilledAnswers } from './list-filled-answers.ts';
import { removeCannedAnswer } from './remove-canned-answer.ts';

export const cannedAnswerRoutes = [
  serve(contract.listCannedAnswers, listCannedAnswers),
  serve(contract.addCannedAnswer, addCannedAnswer),
  serve(contract.changeCannedAnswer, changeCannedAnswer),
  serve(contract.removeCannedAnswer, removeCannedAnswer),
  serve(contract.listFilledAnswers, listFilledAnswers),
];
