import * as contract from '#contracts/content/faq.ts';
import { serve } from '#platform/http/serve.ts';
import { changeFaq } from './change-faq.ts';
import { getFaqText } from './get-faq-text.ts';
import { listAllFaqs } from './list-all-faqs.ts';
import { listFaqs } from './list-faqs.ts';
import { removeFaq } from './remove-faq.ts';
import { writeFaq } from './write-faq.ts';

export const faqRoutes = [
  serve(contract.listFaqs, listFaqs),
  serve(contract.listAllFaqs, listAllFaqs),
  serve(contract.getFaqText, getFaqText),
  serve(contract.writeFaq, writeFaq),
  serve(contract.changeFaq, changeFaq),
  serve(contract.removeFaq, removeFaq),
];
