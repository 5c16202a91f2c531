// Written by `npm run types` from the checks and functions of the migrations.

export const FORBIDDEN_SETTINGS = {
  password:
    '(password|passwd|passphrase|pswd|secret|private_?key|psk)|(^|[._])(pass|pwd|pin)([._0-9]|$)|_(pass|pwd|pin)$|^P(2|34|83|196|279|281|[4-7]06|734|1359|1361|1383|1594|1706|1806|2967|41[23][0-9]|4505|4512|4553|4557|6714|6769|6773|7903|8024|8221|8395|84(04|07|10|13|16|19|22|25|28|31)|8452|8472|8570|8573|21908|21909|21914|21915|22022|221(37|40|43|46|49|52|55|58|61)|22430|22434|22438|27008|28124|28126|32(004|009|014|019|024|029|034|039|044|049))$',
  elsewhere:
    'auto_?prov|redirect|tr_?069|(^|[._])acs([._]|$)|zero_?touch|(^|[._])(ztp|rps)([._]|$)|managementserver|^(static\\.)?dm\\.|^device\\.prov\\.|bootsrv|^config_files$|^setting_server|^settings_refresh|^pnp_config|provisioning_order|^profile_rule|^dhcp_option_to_use|^resync_|^gpp_|^(download|flash)_(server|protocol|user|mode)|^config_file|^pnp_|fdps|^P(145|212|234|235|237|1007|1008|1009|1360|1409|1414|4503|4504|4506|4507|4511|4518|8449|8450|8467)$|url([.0-9]|$)|update_(server|host)|subscribe_config|(^|[._])push([._]|$)|push_(xml|enable)|action_uri|remote_control|device\\.cma|lcserver|syslog|snmp|pcap|diagnose|_upload\\.|upload_server|(^|[._])xsi([._]|$)|xcap|http_(client|request_server)|(primary|secondary|static)_dns|dns_?(cache|server|domain|list)|(^|\\.)dns\\.|https?_?proxy|^mb\\.proxy|wpad|vpn|l2tp|trust_cert|trusted|(ca|root)_?cert|cn_validation|(^|\\.)sec\\.tls\\.|cert_provisioning|check_fqdn|name_validation|ignore_security|tls_server_auth|skip_provisioning|^P(2[1-8]|9[2-5]|207|331|337|341|1423|1424|1425|1552|1553|2386|2486|2586|2686|2912|7050|7051|7052|8394|8396|8463|9902|9903|9904|20719|20724|22030)$',
  server:
    '=.*(://|-----BEGIN)|^P(?!(30|47|48|76|[4-6]0[23]|1[78]0[23]|747|748|967|987|997|998|2[3-8]12|2[3-8]33|8020)=)[0-9]+=\\s*([^/@]*@)?(([0-9]{1,3}\\.){3}[0-9]{1,3}|([a-z0-9_-]+\\.)+[a-z]{2,}\\.?)(:[0-9]+)?(/.*)?\\s*$',
} as const

export const MAKER_PREFIXES = {
  Yealink: [
    '001565',
    '249AD8',
    '3497D7',
    '44DBD2',
    '644F56',
    '805E0C',
    '805EC0',
    'B061A9',
    'C4FC22',
    'E434D7',
    'EC1DA9',
    'F01653',
  ],
  Polycom: ['0004F2', '00907A', '00E0DB', '482567', '64167F'],
  Grandstream: ['000B82', 'C074AD', 'EC74D7'],
  Snom: ['000413'],
  Fanvil: ['00A859', '0C383E'],
  Cisco: ['000E08', '001873', '0021A0', '002155', '30E4DB', '68EFBD', 'A44C11'],
  AudioCodes: ['00908F'],
  Gigaset: ['7C2F80'],
  Htek: ['001FC1'],
  Mitel: ['00085D', '08000F'],
  Panasonic: ['0080F0'],
} as const
