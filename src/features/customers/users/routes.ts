import * as contract from '#contracts/customers/users.ts';
import { serve } from '#platform/http/serve.ts';
import type { Brought } from '../../feature.ts';
import { activateUser } from './activate-user.ts';
import { decideAdjustment } from './adjustments/decide-adjustment.ts';
import { proposeAdjustment } from './adjustments/propose-adjustment.ts';
import { decideDebtSettlement } from './debts/decide-debt-settlement.ts';
import { proposeDebtSettlement } from './debts/propose-debt-settlement.ts';
import { disableUser } from './disable-user.ts';
import { decideDuties } from './duties/decide-duties.ts';
import { getStaffMember } from './duties/get-staff-member.ts';
import { listStaff } from './duties/list-staff.ts';
import { proposeDuties } from './duties/propose-duties.ts';
import { enableUser } from './enable-user.ts';
import { decideFactorReset } from './factor-reset/decide-factor-reset.ts';
import { proposeFactorReset } from './factor-reset/propose-factor-reset.ts';
import { getUser } from './get-user.ts';
import { listUserRecords } from './list-user-records.ts';
import { listUsers } from './list-users.ts';
import { signOutUser } from './sign-out-user.ts';
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
  serve(contract.proposeDebtSettlement, proposeDebtSettlement),
  serve(contract.decideDebtSettlement, decideDebtSettlement),
  serve(contract.listStaff, listStaff),
  serve(contract.getStaffMember, getStaffMember),
  serve(contract.proposeDuties, proposeDuties),
  serve(contract.decideDuties, decideDuties),
  serve(contract.proposeAccess, proposeAccess),
  serve(contract.decideAccess, decideAccess),
];
