import type { Given, Row } from './given'

export function anExtension(extension: string, given: Given<'extensions'> = {}): Row<'extensions'> {
  return {
    id: `e${extension}`,
    extension,
    effective_caller_id_name: `Desk ${extension}`,
    effective_caller_id_number: null,
    first_name: '',
    last_name: '',
    description: '',
    enabled: true,
    suspended: false,
    voicemail_enabled: true,
    voicemail_email: null,
    voicemail_attach: true,
    voicemail_keep: true,
    outbound_did_id: null,
    emergency_did_id: null,
    location: '',
    forward_all_enabled: false,
    forward_all_destination_id: null,
    forward_busy_enabled: false,
    forward_busy_destination_id: null,
    forward_no_answer_enabled: false,
    forward_no_answer_destination_id: null,
    forward_not_registered_enabled: false,
    forward_not_registered_destination_id: null,
    follow_me_enabled: false,
    do_not_disturb: false,
    call_timeout: 30,
    concurrent_limit: 5,
    recording: 'none',
    toll_class: 'national',
    hold_music_recording_id: null,
    greeting_recording_id: null,
    greeting_time_condition_id: null,
    closed_greeting_recording_id: null,
    away_greeting_recording_id: null,
    away_until: null,
    listed_in_directory: true,
    ...given,
  }
}

export function aFollower(
  extensionId: string,
  position: number,
  destinationId: string,
  given: Given<'extension_follow_me'> = {},
): Row<'extension_follow_me'> {
  return {
    id: `${extensionId}-follow-${position}`,
    extension_id: extensionId,
    position,
    target_destination_id: destinationId,
    delay: 0,
    timeout: 30,
    confirm: false,
    ...given,
  }
}

export function aDevice(label: string, given: Given<'devices'> = {}): Row<'devices'> {
  return {
    id: `phone-${label}`,
    mac: '02:00:00:00:00:01',
    label,
    vendor: 'yealink',
    model: 'T54W',
    profile_id: null,
    location: '',
    enabled: true,
    ...given,
  }
}

export function aLine(
  deviceId: string,
  extensionId: string,
  given: Given<'device_lines'> = {},
): Row<'device_lines'> {
  return {
    id: `${deviceId}-1`,
    device_id: deviceId,
    extension_id: extensionId,
    line: 1,
    transport: 'udp',
    register_expires: 3600,
    ...given,
  }
}
