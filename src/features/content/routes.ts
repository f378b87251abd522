import * as contract from '#contracts/content/content.ts';
import { serve } from '#platform/http/serve.ts';
import { editorRoutes } from './editor/editor-routes.ts';
import { faqKind } from './faq/faq-kind.ts';
import { listFaqs } from './faq/list-faqs.ts';
import { suggestFaqs } from './faq/suggest-faqs.ts';
import { acceptTerms } from './legal/accept-terms.ts';
import { getLegalText } from './legal/get-legal-text.ts';
import { getLegalVersion } from './legal/get-legal-version.ts';
import { legalKind } from './legal/legal-kind.ts';
import { listAcceptedTerms } from './legal/list-accepted-terms.ts';
import { listMissingLegalTexts } from './legal/list-missing-legal-texts.ts';
import { previewMarkdown } from './markdown/preview-markdown.ts';
import { closeNewsFeed } from './news/feed/close-news-feed.ts';
import { getNewsFeed } from './news/feed/get-news-feed.ts';
import { openNewsFeed } from './news/feed/open-news-feed.ts';
import { getNews } from './news/get-news.ts';
import { listNews } from './news/list-news.ts';
import { newsKind } from './news/news-kind.ts';
import { readNews } from './news/read-news.ts';
import { latestNotice } from './notices/latest-notice.ts';
import { listNotices } from './notices/list-notices.ts';
import { noticeKind } from './notices/notice-kind.ts';
import { seeNotice } from './notices/see-notice.ts';
import { versionRoutes } from './versions/version-routes.ts';

export const contentRoutes = [
  serve(contract.listNews, listNews),
  serve(contract.getNews, getNews),
  serve(contract.readNews, readNews),
  serve(contract.getNewsFeed, getNewsFeed),
  serve(contract.openNewsFeed, openNewsFeed),
  serve(contract.closeNewsFeed, closeNewsFeed),
  serve(contract.previewMarkdown, previewMarkdown),
  ...editorRoutes(contract.newsEditor, newsKind),
  ...versionRoutes(contract.newsEditor, newsKind),
  serve(contract.listNotices, listNotices),
  serve(contract.latestNotice, latestNotice),
  serve(contract.seeNotice, seeNotice),
  ...editorRoutes(contract.noticeEditor, noticeKind),
  ...versionRoutes(contract.noticeEditor, noticeKind),
  serve(contract.listFaqs, listFaqs),
  serve(contract.suggestFaqs, suggestFaqs),
  ...editorRoutes(contract.faqEditor, faqKind),
  ...versionRoutes(contract.faqEditor, faqKind),
  serve(contract.getLegalText, getLegalText),
  serve(contract.getLegalVersion, getLegalVersion),
  serve(contract.listAcceptedTerms, listAcceptedTerms),
  serve(contract.acceptTerms, acceptTerms),
  serve(contract.listMissingLegalTexts, listMissingLegalTexts),
  ...editorRoutes(contract.legalEditor, legalKind),
  ...versionRoutes(contract.legalEditor, legalKind),
];
