// The patterns of secretlint (https://github.com/secretlint/secretlint), copyright (c) 2020 azu, MIT License,
// and the beginnings that other makers gave to their secrets. Each starts where a word does, and reads it once.

const prefixedKeys: readonly RegExp[] = [
  /(?<!\w)gh[oprsu]_[A-Za-z0-9]{36,255}/,
  /(?<!\w)github_pat_\w{60,255}/,
  /(?<![\w-])glpat-[\w-]{20,128}/,
  /(?<![\w-])(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{20,255}/,
  /(?<!\w)[rs]k_live_[A-Za-z0-9]{20,255}/,
  /(?<!\w)(?:A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{16}(?!\w)/,
  /(?<![\w-])AIza[\w-]{35}/,
  /(?<!\w)npm_[A-Za-z0-9]{36,64}/,
  /(?<![\w-])pypi-[\w-]{80,255}/,
  /(?<![\w.])SG\.[\w-]{16,128}\.[\w-]{16,128}/,
  /(?<!\w)hf_[A-Za-z0-9]{34,64}/,
  /(?<!\w)gsk_[A-Za-z0-9]{52}(?!\w)/,
  /(?<![\w-])sk-(?:ant|proj|svcacct|admin)-[\w-]{32,255}/,
  /(?<!\w)sk-[A-Za-z0-9]+T3BlbkFJ/,
  /(?<!\w)dop_v1_[a-f0-9]{64}/,
  /(?<!\w)ATATT3[\w=-]{60,255}/,
  /(?<!\w)shp(?:at|ca|pa|ss)_[A-Za-z0-9]{32,64}/,
  /(?<!\w)lin_api_\w{32,128}/,
  /(?<!\w)ntn_[0-9]{11}[A-Za-z0-9]{35}/,
  /(?<!\w)gl(?:c_[A-Za-z0-9+/]{32,400}|sa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})/,
  /(?<!\w)ops_ey[A-Za-z0-9+/=]{100,1280}/,
  /(?<!\w)hv[bsr]\.[\w-]{90,300}/,
  /(?<!\w)vc[piark]_[A-Za-z0-9]{24,60}(?!\w)/,
  /(?<!\w)dapi[a-f0-9]{32}(?!\w)/,
  /(?<![\w-])dckr_pat_[\w-]{27}/,
  /(?<![\w-])figd_[\w-]{40,200}/,
  /(?<!\w)cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}(?!\w)/,
  /(?<!\w)tskey-[a-z]+-\w+-\w{16}/,
  /(?<!\w)https:\/\/hooks\.slack\.com\/services\/T\w{6,40}\/B\w{6,40}\/\w{16,40}/,
];

/** Matches the prefixes by which issuers make their secrets recognizable: as one pattern, since one pass over a text takes a third of the time. */
export const secretPattern = new RegExp(prefixedKeys.map(({ source }) => source).join('|'), 'g');

/** The first two parts of a JSON Web Token begin with “{”, which is “eyJ” in Base64. */
export const jwtPattern = /(?<![\w-])eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{16,2000}/g;

/** The key itself is read separately, since it may span lines or be a quoted string in a program. */
export const privateKeyPattern = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
