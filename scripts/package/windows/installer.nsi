; The installer for Windows: for one user, without administrator rights. scripts/package/windows/installer.mjs compiles it
; and defines COMPRESSION, VERSION, VERSION_NUMBERS, PUBLISHER, ICON, LICENCE, SIZE_KIB, OUTPUT and FILES, a list of what is installed.
;
;   /S        installs or removes without asking; the exit code is then the only answer (see below)
;   /D=FOLDER installs there; must come last
;
; Exit codes: 0 done, 1 cancelled, 2 an older version could not be removed, 3 the app is running.

Unicode true
Target amd64-unicode
SetCompressor /SOLID ${COMPRESSION}
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS Win10

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh

!define EXECUTABLE "Stowage.exe"
!define UNINSTALLER "Uninstall Stowage.exe"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Stowage"
!define QUERY_CLASS "Stowage.query"

Name "Stowage"
BrandingText "Stowage ${VERSION}"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Stowage"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"

VIProductVersion "${VERSION_NUMBERS}"
VIFileVersion "${VERSION_NUMBERS}"
VIAddVersionKey "ProductName" "Stowage"
VIAddVersionKey "FileDescription" "Stowage installer"
VIAddVersionKey "CompanyName" "${PUBLISHER}"
VIAddVersionKey "LegalCopyright" "${PUBLISHER}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"

!ifdef SIGN_COMMAND
  !uninstfinalize '"${SIGN_COMMAND}" "%1"' = 0
  !finalize '"${SIGN_COMMAND}" "%1"' = 0
!endif

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\${EXECUTABLE}"
!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString RUNNING ${LANG_ENGLISH} "Stowage is running. Quit it in all its windows, then try again. Running transfers are paused and can be resumed later."
LangString RUNNING ${LANG_GERMAN} "Stowage läuft. Beenden Sie es in allen Fenstern und versuchen Sie es dann erneut. Laufende Übertragungen werden angehalten und lassen sich später fortsetzen."
LangString NOT_REMOVED ${LANG_ENGLISH} "The installed version in $R0 could not be removed. Remove it in the Windows settings, then run this installer again."
LangString NOT_REMOVED ${LANG_GERMAN} "Die installierte Version in $R0 konnte nicht entfernt werden. Entfernen Sie sie in den Windows-Einstellungen und starten Sie dieses Installationsprogramm erneut."

; Waits until the program in that folder is closed; without questions, it ends with code 3. Windows lets nobody write to a
; program that is running.
!macro RequireClosed FOLDER
  ${Do}
    ${IfNot} ${FileExists} "${FOLDER}\${EXECUTABLE}"
      ${ExitDo}
    ${EndIf}
    ClearErrors
    FileOpen $R9 "${FOLDER}\${EXECUTABLE}" a
    ${IfNot} ${Errors}
      FileClose $R9
      ${ExitDo}
    ${EndIf}
    ${If} ${Silent}
      SetErrorLevel 3
      Quit
    ${EndIf}
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" IDRETRY +3
    SetErrorLevel 3
    Quit
  ${Loop}
!macroend

!include "${FILES}"

Section
  SetShellVarContext current
  ; The folder of an older version, which need not be the one that was chosen now.
  ReadRegStr $R0 HKCU "${UNINSTALL_KEY}" "InstallLocation"
  ${If} $R0 != ""
  ${AndIf} ${FileExists} "$R0\${UNINSTALLER}"
    !insertmacro RequireClosed "$R0"
    ; Removes its files, and leaves what this version writes again. `_?=` makes it wait, so it cannot remove itself.
    ExecWait '"$R0\${UNINSTALLER}" /S /UPGRADE _?=$R0' $R1
    ${If} ${Errors}
    ${OrIf} $R1 != 0
      ${IfNot} ${Silent}
        MessageBox MB_OK|MB_ICONSTOP "$(NOT_REMOVED)"
      ${EndIf}
      SetErrorLevel 2
      Quit
    ${EndIf}
    Delete "$R0\${UNINSTALLER}"
    RMDir "$R0"
  ${EndIf}
  !insertmacro RequireClosed "$INSTDIR"

  !insertmacro InstallFiles
  SetOutPath "$INSTDIR"
  WriteUninstaller "$INSTDIR\${UNINSTALLER}"
  CreateShortCut "$SMPROGRAMS\Stowage.lnk" "$INSTDIR\${EXECUTABLE}"

  ; What follows the dashes is no option, whatever a link or a file name says.
  WriteRegStr HKCU "Software\Classes\stowage" "" "URL:Stowage"
  WriteRegStr HKCU "Software\Classes\stowage" "URL Protocol" ""
  WriteRegStr HKCU "Software\Classes\stowage\DefaultIcon" "" '"$INSTDIR\${EXECUTABLE}",0'
  WriteRegStr HKCU "Software\Classes\stowage\shell\open\command" "" '"$INSTDIR\${EXECUTABLE}" "--" "%1"'
  WriteRegStr HKCU "Software\Classes\${QUERY_CLASS}" "" "Stowage query"
  WriteRegStr HKCU "Software\Classes\${QUERY_CLASS}\DefaultIcon" "" '"$INSTDIR\${EXECUTABLE}",0'
  WriteRegStr HKCU "Software\Classes\${QUERY_CLASS}\shell\open\command" "" '"$INSTDIR\${EXECUTABLE}" "--" "%1"'
  WriteRegStr HKCU "Software\Classes\.stowage-query" "" "${QUERY_CLASS}"
  WriteRegStr HKCU "Software\Classes\.stowage-query" "Content Type" "application/vnd.stowage.query+json"
  WriteRegStr HKCU "Software\Classes\.stowage-query\OpenWithProgids" "${QUERY_CLASS}" ""

  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "Stowage"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" '"$INSTDIR\${EXECUTABLE}",0'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "${PUBLISHER}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\${UNINSTALLER}"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\${UNINSTALLER}" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" ${SIZE_KIB}
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  ${RefreshShellIcons}
SectionEnd

; Removes what was installed. What else lies in the folder stays, and so does what the user stored in %APPDATA%\Stowage.
Section Uninstall
  SetShellVarContext current
  !insertmacro RequireClosed "$INSTDIR"
  ${GetParameters} $R2
  ClearErrors
  ${GetOptions} $R2 "/UPGRADE" $R3
  ${If} ${Errors}
    StrCpy $R4 "remove"
  ${Else}
    StrCpy $R4 "upgrade"
  ${EndIf}

  SetOutPath "$TEMP"
  !insertmacro RemoveFiles
  ${If} $R4 == "remove"
    Delete "$INSTDIR\${UNINSTALLER}"
    Delete "$SMPROGRAMS\Stowage.lnk"
    ; Another copy of the app, such as an unpacked one, may have claimed links and files since.
    ReadRegStr $R5 HKCU "Software\Classes\stowage\shell\open\command" ""
    ${If} $R5 == '"$INSTDIR\${EXECUTABLE}" "--" "%1"'
      DeleteRegKey HKCU "Software\Classes\stowage"
    ${EndIf}
    ReadRegStr $R5 HKCU "Software\Classes\${QUERY_CLASS}\shell\open\command" ""
    ${If} $R5 == '"$INSTDIR\${EXECUTABLE}" "--" "%1"'
      DeleteRegKey HKCU "Software\Classes\${QUERY_CLASS}"
      DeleteRegKey HKCU "Software\Classes\.stowage-query"
    ${EndIf}
    DeleteRegKey HKCU "${UNINSTALL_KEY}"
    ${RefreshShellIcons}
  ${EndIf}
  RMDir "$INSTDIR"
SectionEnd
