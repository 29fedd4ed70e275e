/*
 * What the service uses of Amazon's SDK. It is loaded with the first use of a bucket. A bundle has its names only if a static import
 * names them, because the SDK is CommonJS.
 */
export {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
