import * as contract from '#contracts/content/news.ts';
import { serve } from '#platform/http/serve.ts';
import { changeNews } from './change-news.ts';
import { closeNewsFeed } from './feed/close-news-feed.ts';
import { getNewsFeed } from './feed/get-news-feed.ts';
import { openNewsFeed } from './feed/open-news-feed.ts';
import { getNews } from './get-news.ts';
import { getNewsText } from './get-news-text.ts';
import { listAllNews } from './list-all-news.ts';
import { listNews } from './list-news.ts';
import { previewMarkdown } from './markdown/preview-markdown.ts';
import { readNews } from './read-news.ts';
import { removeNews } from './remove-news.ts';
import { writeNews } from './write-news.ts';

export const newsRoutes = [
  serve(contract.listNews, listNews),
  serve(contract.getNews, getNews),
  serve(contract.readNews, readNews),
  serve(contract.getNewsFeed, getNewsFeed),
  serve(contract.openNewsFeed, openNewsFeed),
  serve(contract.closeNewsFeed, closeNewsFeed),
  serve(contract.listAllNews, listAllNews),
  serve(contract.getNewsText, getNewsText),
  serve(contract.writeNews, writeNews),
  serve(contract.changeNews, changeNews),
  serve(contract.removeNews, removeNews),
  serve(contract.previewMarkdown, previewMarkdown),
];
