import type { AccountData } from '../../feature.ts';
import { forgetMails } from './forget-mails.ts';

export const mailData: AccountData = {
  end: (sql, { email }) => forgetMails(sql, [email]),
};
