import * as contract from '#contracts/users.ts';
import { serve } from '#platform/http/serve.ts';
import { getUser } from './get-user.ts';

export const userRoutes = [serve(contract.getUser, getUser)];
