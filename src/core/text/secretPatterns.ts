// Vendors give their secrets a prefix so that scanners find them. The prefixes are from gitleaks
// (https://github.com/gitleaks/gitleaks, copyright (c) 2019 Zachary Rice, MIT License), from secretlint
// (https://github.com/secretlint/secretlint, copyright (c) 2020 azu, MIT License), and from the vendors.

/** None of these matches a vendor’s test key, which gives no access. */
const prefixedKeys: readonly RegExp[] = [
  /A3-[A-Z0-9]{6}-[A-Z0-9]{6}-?[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}(?!\w)/,
  /(?:A3T[A-Z0-9]|A(?:BI|CC|GP|ID|IP|KI|NP|NV|RO|SI)A)[A-Z0-9]{16}(?!\w)/,
  /ABSK[A-Za-z0-9+/]{109,269}/,
  /AGE-SECRET-KEY-1[A-Z0-9]{58}/,
  /AIza[\w-]{35}/,
  /AKCp[A-Za-z0-9]{69}(?!\w)/,
  /API-[A-Z0-9]{26}(?!\w)/,
  /ATATT3[\w=-]{60,255}/,
  /ATBB[A-Za-z0-9]{32}(?!\w)/,
  /ATCTT3[\w=-]{60,255}/,
  /CLOJARS_[a-z0-9]{60}/,
  /EAA[MC][A-Za-z0-9]{100,300}/,
  /EZAK[A-Za-z0-9]{54}(?!\w)/,
  /GOCSPX-[\w-]{28}(?![\w-])/,
  /GR1348941[\w-]{20}/,
  /HRKU-AA[\w-]{58}/,
  /LTAI[A-Za-z0-9]{16,24}(?!\w)/,
  // A chat bot’s token: its ID in Base64, then two more parts
  /[MNO][DTjz][\w-]{21,26}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/,
  /NRAK-[A-Z0-9]{27}(?!\w)/,
  /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/,
  /SG\.[\w-]{16,128}\.[\w-]{16,128}/,
  /SK[0-9a-f]{32}(?!\w)/,
  /api_org_[A-Za-z]{34}(?!\w)/,
  /bedrock-api-key-[A-Za-z0-9+/]{40,400}/,
  /(?:bot)?\d{8,10}:AA[\w-]{33}(?![\w-])/,
  /cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}(?!\w)/,
  /cmVmd[A-Za-z0-9]{59}(?!\w)/,
  /dapi[a-f0-9]{32}(?!\w)/,
  /dckr_(?:pat|oat)_[\w-]{27,32}(?![\w-])/,
  /do[opr]_v1_[a-f0-9]{64}/,
  /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{40,60}/,
  /dt0c01\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}/,
  /duffel_live_[\w=-]{43}/,
  /figd_[\w-]{40,200}/,
  /fio-u-[\w=-]{64}/,
  /fo1_[\w-]{43}(?![\w-])/,
  /fm(?:1[ar]|2)_[A-Za-z0-9+/]{100,800}/,
  /gh[oprsu]_[A-Za-z0-9]{36,255}/,
  /github_pat_\w{60,255}/,
  /gl(?:agent|cbt|dt|ffct|ft|imt|oas|pat|ptt|rt|soat)-[\w-]{20,300}/,
  /glc_[A-Za-z0-9+/]{32,400}/,
  /glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}/,
  /gsk_[A-Za-z0-9]{52}(?!\w)/,
  /hf_[A-Za-z0-9]{34,64}/,
  /https:\/\/(?:canary\.|ptb\.)?discord(?:app)?\.com\/api\/webhooks\/\d{17,20}\/[\w-]{60,80}/,
  /https:\/\/hooks\.slack\.com\/(?:services|triggers|workflows)\/[A-Z]\w{6,40}\/\w{6,40}\/\w{16,40}/,
  /https:\/\/[a-z0-9]{1,63}\.webhook\.office\.com\/webhookb2\/[\w@-]{36,100}\/IncomingWebhook\/[a-z0-9]{32}\/[\w-]{36}/,
  /hv[bsr]\.[\w-]{90,300}/,
  /ico-[A-Za-z0-9]{32}(?!\w)/,
  /lin_api_\w{32,128}/,
  /npm_[A-Za-z0-9]{36,64}/,
  /ntn_[0-9]{11}[A-Za-z0-9]{35}/,
  /ops_ey[A-Za-z0-9+/=]{100,1280}/,
  /p8e-[A-Za-z0-9]{32}(?!\w)/,
  /pat[A-Za-z0-9]{14}\.[a-f0-9]{64}(?!\w)/,
  /[ps]at\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}/,
  /pnu_[A-Za-z0-9]{36}(?!\w)/,
  /pplx-[A-Za-z0-9]{48}(?!\w)/,
  /pscale_(?:tkn|oauth|pw)_[\w=.-]{32,64}/,
  /pul-[a-f0-9]{40}(?!\w)/,
  /pypi-[\w-]{80,255}/,
  /rdme_[a-z0-9]{70}/,
  /rubygems_[a-f0-9]{48}/,
  /[rs]k_(?:live|prod)_[A-Za-z0-9]{20,255}/,
  /sgp_(?:(?:[A-Fa-f0-9]{16}|local)_)?[A-Fa-f0-9]{40}(?!\w)/,
  /sha256~[\w-]{43}(?![\w-])/,
  /shippo_live_[A-Fa-f0-9]{40}/,
  /shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}/,
  // In an address, this signature gives access to a vendor’s storage
  /sig=[A-Za-z0-9%+/]{43,80}(?:%3D|=)/,
  /sk-(?:ant|proj|svcacct|admin)-[\w-]{32,255}/,
  /sk-[A-Za-z0-9]+T3BlbkFJ/,
  /sm_[aps]at_[A-Za-z0-9]{16}(?!\w)/,
  /sntrys_eyJ[\w+/=]{60,600}/,
  /sntryu_[a-f0-9]{64}/,
  /sq0(?:atp|csp)-[\w-]{22,60}/,
  /sq[apu]_[a-f0-9]{40}(?!\w)/,
  /tfp_[\w.=-]{59}/,
  /tk-us-[\w-]{48}/,
  /tskey-[a-z]{2,12}-\w{5,24}-\w{16}/,
  /v1\.0-[a-f0-9]{24}-[a-f0-9]{146}/,
  /vc[piark]_[A-Za-z0-9]{24,60}(?!\w)/,
  /x(?:ox[abeoprs]|app)-[A-Za-z0-9-]{20,255}/,
  /xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}/,
];

/** The known characters of these secrets are in their middle, where the match begins. */
const markedKeys: readonly RegExp[] = [/\dQ~[\w.~-]{31,34}(?![\w~])/, /\.atlasv1\.[\w=-]{60,70}/];

/** Matches any of the keys above. They are one pattern, since a pass for each takes three times as long. */
export const secretPattern = new RegExp(
  String.raw`\b(?:${prefixedKeys.map(({ source }) => source).join('|')})|${markedKeys.map(({ source }) => source).join('|')}`,
  'g',
);

/** The first two parts of a JSON Web Token begin with `{"`, which is “eyJ” in Base64. */
export const jwtPattern = /(?<![\w-])eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{16,2000}/g;

/** Matches the line above a private key. The key has to be read separately: it may span lines or be quoted. */
export const privateKeyPattern =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|Private-Lines: \d{1,3}(?=\s)/g;
