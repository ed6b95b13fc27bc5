import { type DeviceSignIns, redeemDevice } from './device.ts'
import { OAuthFault } from './oauth-fault.ts'
import { needed, redeemCode, renewTokens, type TokenPorts, type TokenRequest } from './tokens.ts'

const BY_DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'

/** What can be exchanged for tokens. */
export const grantTypes = ['authorization_code', 'refresh_token', BY_DEVICE_CODE]

export function giveTokens(request: TokenRequest, ports: TokenPorts & { deviceSignIns: DeviceSignIns }) {
  switch (needed(request, 'grant_type')) {
    case 'authorization_code':
      return redeemCode(request, ports)
    case 'refresh_token':
      return renewTokens(request, ports)
    case BY_DEVICE_CODE:
      return redeemDevice(request, ports)
    default:
      throw new OAuthFault('unsupported_grant_type', `grant_type must be one of ${grantTypes.join(', ')}.`)
  }
}
