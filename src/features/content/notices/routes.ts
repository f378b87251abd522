import * as contract from '#contracts/content/notices.ts';
import { serve } from '#platform/http/serve.ts';
import { changeNotice } from './change-notice.ts';
import { getNoticeText } from './get-notice-text.ts';
import { latestNotice } from './latest-notice.ts';
import { listAllNotices } from './list-all-notices.ts';
import { listNotices } from './list-notices.ts';
import { removeNotice } from './remove-notice.ts';
import { seeNotice } from './see-notice.ts';
import { writeNotice } from './write-notice.ts';

export const noticeRoutes = [
  serve(contract.listNotices, listNotices),
  serve(contract.latestNotice, latestNotice),
  serve(contract.seeNotice, seeNotice),
  serve(contract.listAllNotices, listAllNotices),
  serve(contract.getNoticeText, getNoticeText),
  serve(contract.writeNotice, writeNotice),
  serve(contract.changeNotice, changeNotice),
  serve(contract.removeNotice, removeNotice),
];
