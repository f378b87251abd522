import * as contract from '#contracts/news.ts';
import { serve } from '#platform/http/serve.ts';
import { listFaqs } from './list-faqs.ts';
import { listNews } from './list-news.ts';

export const newsRoutes = [serve(contract.listNews, listNews), serve(contract.listFaqs, listFaqs)];
