import * as contract from '#contracts/identity/linked-accounts.ts';
import { serve } from '#platform/http/serve.ts';
import { cutLink } from './cut-link.ts';
import { releaseAccount } from './release-account.ts';

export const linkedAccountRoutes = [serve(contract.cutLink, cutLink), serve(contract.releaseAccount, releaseAccount)];
