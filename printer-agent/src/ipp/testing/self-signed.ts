/**
 * A self-signed printer certificate for localhost, valid until 2126, and its key. Both are for tests only,
 * and no client trusts them.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdTo/clsfMmfGnYh4
JAUnxckWbDy7xChAw1D53Nry4KKhRANCAAShda5h3Vkq1/yqfFkv82u4P4jKK8Hi
tukp9Y4S0qOw9qG6fT6YBiL/MzEtwVenIewrB8UsUSdO8sE7rcoPSOjh
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUZZkDnqYJzGuX5BgwYEjgfz6wLMAwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA5Mzg1M1oYDzIxMjYxMDI5
MDkzODUzWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAShda5h3Vkq1/yqfFkv82u4P4jKK8Hitukp9Y4S0qOw9qG6fT6YBiL/
MzEtwVenIewrB8UsUSdO8sE7rcoPSOjho28wbTAdBgNVHQ4EFgQUKJjMctEYtczB
dzGmchN85/S7wHUwHwYDVR0jBBgwFoAUKJjMctEYtczBdzGmchN85/S7wHUwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIgLf7clgSbMYrn8CQ4x+XpZQixLgAGlEIxEf9sY/pc5tkCIQCU
duARiJWGN9q6SyoOH+a+BopXhhHQ8pkrEAqTzmAVLw==
-----END CERTIFICATE-----`,
};
