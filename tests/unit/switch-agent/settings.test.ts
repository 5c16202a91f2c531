import { expect, test } from 'vitest'
import { settingsOf } from '@/switch/settings'

const given = { SWITCH_APP_URL: 'https://staff.example.com/', SWITCH_NAME: 'fs-1', SWITCH_SECRET: 'secret' }

test('optional settings have defaults', () => {
  expect(settingsOf({ ...given, SWITCH_PORT: ' ' })).toEqual({
    SWITCH_APP_URL: 'https://staff.example.com',
    SWITCH_NAME: 'fs-1',
    SWITCH_SECRET: 'secret',
    SWITCH_PORT: 3010,
    SWITCH_DATA_DIR: '.switch',
    SWITCH_EVENTS_PORT: 8021,
    SWITCH_EVENTS_PASSWORD: 'ClueCon',
  })
})

test.each([
  [{ SWITCH_SECRET: undefined }, 'SWITCH_SECRET is missing'],
  [{ SWITCH_APP_URL: 'staff.example.com' }, 'SWITCH_APP_URL is not an http(s) URL'],
  [{ SWITCH_NAME: 'fs 1' }, 'SWITCH_NAME is not the name of a switch'],
  [{ SWITCH_PORT: '70000' }, 'SWITCH_PORT is not a TCP port'],
  [{ SWITCH_EVENTS_PORT: '80.5' }, 'SWITCH_EVENTS_PORT is not a TCP port'],
])('%j is rejected', (wrong, message) => {
  expect(() => settingsOf({ ...given, ...wrong })).toThrow(`${message}. Set it as docs/switch.md describes.`)
})
