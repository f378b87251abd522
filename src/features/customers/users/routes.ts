import * as contract from '#contracts/customers/users.ts';
import { serve } from '#platform/http/serve.ts';
import type { Brought } from '../../feature.ts';
import { activateUser } from './actions/activate-user.ts';
import { decideFactorReset } from './actions/decide-factor-reset.ts';
import { disableUser } from './actions/disable-user.ts';
import { enableUser } from './actions/enable-user.ts';
import { proposeFactorReset } from './actions/propose-factor-reset.ts';
import { signOutUser } from './actions/sign-out-user.ts';
import { decideAdjustment } from './adjustments/decide-adjustment.ts';
import { proposeAdjustment } from './adjustments/propose-adjustment.ts';
import { getUser } from './detail/get-user.ts';
import { listUserRecords } from './detail/list-user-records.ts';
import { decideDuties } from './duties/decide-duties.ts';
import { getStaffMember } from './duties/get-staff-member.ts';
import { listStaff } from './duties/list-staff.ts';
import { proposeDuties } from './duties/propose-duties.ts';
import { listUsers } from './search/list-users.ts';
import { decideAccess } from './staff-access/decide-access.ts';
import { proposeAccess } from './staff-access/propose-access.ts';

export const userRoutes = (brought: Brought) => [
  serve(contract.listUsers, listUsers(brought)),
  serve(contract.getUser, getUser(brought)),
  serve(contract.listUserRecords, listUserRecords(brought)),
  serve(contract.activateUser, activateUser),
  serve(contract.disableUser, disableUser),
  serve(contract.enableUser, enableUser),
  serve(contract.signOutUser, signOutUser),
  serve(contract.proposeFactorReset, proposeFactorReset),
  serve(contract.decideFactorReset, decideFactorReset),
  serve(contract.proposeAdjustment, proposeAdjustment),
  serve(contract.decideAdjustment, decideAdjustment),
  serve(contract.listStaff, listStaff),
  serve(contract.getStaffMember, getStaffMember),
  serve(contract.proposeDuties, proposeDuties),
  serve(contract.decideDuties, decideDuties),
  serve(contract.proposeAccess, proposeAccess),
  serve(contract.decideAccess, decideAccess),
];
