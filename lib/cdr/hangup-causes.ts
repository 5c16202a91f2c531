/** FreeSWITCH's names for the causes of ITU-T Q.850 (and its own above 127), with labels. */
const CAUSES: Readonly<Record<string, string>> = {
  UNALLOCATED_NUMBER: 'Unallocated number',
  NO_ROUTE_TRANSIT_NET: 'No route to transit network',
  NO_ROUTE_DESTINATION: 'No route to destination',
  CHANNEL_UNACCEPTABLE: 'Channel unacceptable',
  CALL_AWARDED_DELIVERED: 'Call awarded and delivered',
  NORMAL_CLEARING: 'Normal clearing',
  USER_BUSY: 'User busy',
  NO_USER_RESPONSE: 'No user responding',
  NO_ANSWER: 'No answer',
  SUBSCRIBER_ABSENT: 'Subscriber absent',
  CALL_REJECTED: 'Call rejected',
  NUMBER_CHANGED: 'Number changed',
  EXCHANGE_ROUTING_ERROR: 'Exchange routing error',
  DESTINATION_OUT_OF_ORDER: 'Destination out of order',
  INVALID_NUMBER_FORMAT: 'Invalid number format',
  FACILITY_REJECTED: 'Facility rejected',
  NORMAL_UNSPECIFIED: 'Normal, unspecified',
  NORMAL_CIRCUIT_CONGESTION: 'No circuit available',
  NETWORK_OUT_OF_ORDER: 'Network out of order',
  NORMAL_TEMPORARY_FAILURE: 'Temporary failure',
  SWITCH_CONGESTION: 'Switch congestion',
  REQUESTED_CHAN_UNAVAIL: 'Requested channel unavailable',
  OUTGOING_CALL_BARRED: 'Outgoing calls barred',
  INCOMING_CALL_BARRED: 'Incoming calls barred',
  BEARERCAPABILITY_NOTAUTH: 'Bearer capability not authorized',
  BEARERCAPABILITY_NOTAVAIL: 'Bearer capability not available',
  SERVICE_UNAVAILABLE: 'Service unavailable',
  BEARERCAPABILITY_NOTIMPL: 'Bearer capability not implemented',
  FACILITY_NOT_SUBSCRIBED: 'Facility not subscribed',
  INCOMPATIBLE_DESTINATION: 'Incompatible destination',
  RECOVERY_ON_TIMER_EXPIRE: 'Recovery on timer expiry',
  MANDATORY_IE_MISSING: 'Mandatory element missing',
  PROTOCOL_ERROR: 'Protocol error',
  INTERWORKING: 'Interworking',
  ORIGINATOR_CANCEL: 'Caller hung up',
  LOSE_RACE: 'Answered elsewhere',
  ALLOTTED_TIMEOUT: 'Time limit reached',
  MEDIA_TIMEOUT: 'Media timeout',
  PICKED_OFF: 'Picked up elsewhere',
  USER_NOT_REGISTERED: 'Not registered',
  PROGRESS_TIMEOUT: 'No progress in time',
  MANAGER_REQUEST: 'Ended by an administrator',
  CRASH: 'Switch failure',
  SYSTEM_SHUTDOWN: 'Switch shut down',
}

export const HANGUP_CAUSES: readonly { value: string; label: string }[] = Object.entries(CAUSES).map(
  ([value, label]) => ({ value, label }),
)

/** A cause's label; an unknown cause keeps the switch's name. */
export function hangupCauseLabel(cause: string): string {
  return CAUSES[cause] ?? cause
}
