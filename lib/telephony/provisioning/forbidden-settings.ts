// The same two expressions are in private.forbidden_setting_reason; a test compares both for the same names.
const PASSWORD =
  /(password|passwd|passphrase|pswd|secret|private_?key|psk)|(^|[._])(pass|pwd|pin)([._0-9]|$)|_(pass|pwd|pin)$/i
// Grandstream parameters have numbers only. These are passwords, PINs and private keys in its phones' templates.
const NUMBERED_PASSWORD =
  /^P(2|34|83|196|279|281|[4-7]06|734|1359|1361|1383|1594|1706|1806|2967|41[23][0-9]|4505|4512|4553|4557|6714|6769|6773|7903|8024|8221|8395|84(04|07|10|13|16|19|22|25|28|31)|8452|8472|8570|8573|21908|21909|21914|21915|22022|221(37|40|43|46|49|52|55|58|61)|22430|22434|22438|27008|28124|28126|32(004|009|014|019|024|029|034|039|044|049))$/i
const ELSEWHERE =
  /auto_?prov|redirect|tr_?069|(^|[._])acs([._]|$)|zero_?touch|(^|[._])(ztp|rps)([._]|$)|managementserver|^(static\.)?dm\.|^device\.prov\.|bootsrv|^config_files$|^setting_server|^settings_refresh|^pnp_config|provisioning_order|^profile_rule|^dhcp_option_to_use|^resync_|^gpp_|^(download|flash)_(server|protocol|user|mode)|^config_file|^pnp_|fdps/i
const NUMBERED_ELSEWHERE =
  /^P(145|212|234|235|237|1007|1008|1009|1360|1409|1414|4503|4504|4506|4507|4511|4518|8449|8450|8467)$/i

/**
 * Why a vendor parameter must not be set by name: it holds a password, which would be readable, or it redirects the phone to
 * another provisioning server. Undefined if it may be set.
 */
export function forbiddenSettingReason(name: string): 'password' | 'elsewhere' | undefined {
  if (PASSWORD.test(name) || NUMBERED_PASSWORD.test(name)) return 'password'
  return ELSEWHERE.test(name) || NUMBERED_ELSEWHERE.test(name) ? 'elsewhere' : undefined
}

/** Messages for these reasons. */
export const FORBIDDEN_REASON_TEXT = {
  password: 'Passwords are not settings: the phones’ administrator password has its own field.',
  elsewhere: 'Settings cannot send phones to another provisioning server.',
} as const
