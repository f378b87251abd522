import * as contract from '#contracts/users.ts';
import { serve } from '#platform/http/serve.ts';
import { decideDuties } from './duties/decide-duties.ts';
import { getStaffMember } from './duties/get-staff-member.ts';
import { listStaff } from './duties/list-staff.ts';
import { proposeDuties } from './duties/propose-duties.ts';
import { getUser } from './get-user.ts';

export const userRoutes = [
  serve(contract.getUser, getUser),
  serve(contract.listStaff, listStaff),
  serve(contract.getStaffMember, getStaffMember),
  serve(contract.proposeDuties, proposeDuties),
  serve(contract.decideDuties, decideDuties),
];
