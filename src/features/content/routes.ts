import * as contract from '#contracts/content.ts';
import { serve } from '#platform/http/serve.ts';
import { editorRoutes } from './editor/editor-routes.ts';
import { faqKind } from './faq/faq-kind.ts';
import { listFaqs } from './faq/list-faqs.ts';
import { closeNewsFeed } from './news/feed/close-news-feed.ts';
import { getNewsFeed } from './news/feed/get-news-feed.ts';
import { openNewsFeed } from './news/feed/open-news-feed.ts';
import { getNews } from './news/get-news.ts';
import { listNews } from './news/list-news.ts';
import { previewMarkdown } from './news/markdown/preview-markdown.ts';
import { newsKind } from './news/news-kind.ts';
import { readNews } from './news/read-news.ts';
import { latestNotice } from './notices/latest-notice.ts';
import { listNotices } from './notices/list-notices.ts';
import { noticeKind } from './notices/notice-kind.ts';
import { seeNotice } from './notices/see-notice.ts';

export const contentRoutes = [
  serve(contract.listNews, listNews),
  serve(contract.getNews, getNews),
  serve(contract.readNews, readNews),
  serve(contract.getNewsFeed, getNewsFeed),
  serve(contract.openNewsFeed, openNewsFeed),
  serve(contract.closeNewsFeed, closeNewsFeed),
  serve(contract.previewMarkdown, previewMarkdown),
  ...editorRoutes(contract.newsEditor, newsKind),
  serve(contract.listNotices, listNotices),
  serve(contract.latestNotice, latestNotice),
  serve(contract.seeNotice, seeNotice),
  ...editorRoutes(contract.noticeEditor, noticeKind),
  serve(contract.listFaqs, listFaqs),
  ...editorRoutes(contract.faqEditor, faqKind),
];
