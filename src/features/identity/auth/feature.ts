import type { Feature } from '../../feature.ts';
import { authData } from './auth-data.ts';
import { emailTokensRetention } from './email-tokens/email-tokens-retention.ts';
import { authMails } from './mails.ts';
import { authRoutes } from './routes.ts';

export const feature: Feature = {
  routes: ({ accountData }) => authRoutes(accountData),
  mails: authMails,
  accountData: [authData],
  retention: [emailTokensRetention],
  tables: {
    email_tokens: { rule: 'email_tokens', of: 'access' },
  },
};
