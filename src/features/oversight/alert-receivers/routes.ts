import * as contract from '#contracts/oversight/alert-receivers.ts';
import { serve } from '#platform/http/serve.ts';
import { addAlertReceiver } from './add-alert-receiver.ts';
import { listAlertReceivers } from './list-alert-receivers.ts';
import { removeAlertReceiver } from './remove-alert-receiver.ts';
import { testAlertReceiver } from './test-alert-receiver.ts';

export const alertReceiverRoutes = [
  serve(contract.listAlertReceivers, listAlertReceivers),
  serve(contract.addAlertReceiver, addAlertReceiver),
  serve(contract.removeAlertReceiver, removeAlertReceiver),
  serve(contract.testAlertReceiver, testAlertReceiver),
];
